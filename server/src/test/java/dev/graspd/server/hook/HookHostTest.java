package dev.graspd.server.hook;

import static dev.graspd.server.hook.HookFixture.REPO;
import static dev.graspd.server.hook.HookFixture.SECRET;
import static dev.graspd.server.hook.HookFixture.kind;
import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static dev.graspd.testkit.TestKeys.MALLORY;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.hook.Notice;
import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.role.Role;
import dev.graspd.core.store.hook.Delivery;
import dev.graspd.core.store.hook.Delivery.Phase;
import dev.graspd.core.store.hook.Hook;
import dev.graspd.core.store.hook.Topic;
import dev.graspd.server.base.Await;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.hook.Receiver.Received;
import dev.graspd.server.role.Candidacy;
import dev.graspd.testkit.Eventually;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Deliveries from a real store to real receivers on this machine (WH-1 to WH-7). */
@Timeout(120)
class HookHostTest {
  private static final Topic[] ALL =
      Arrays.stream(Topic.values()).filter(one -> one != Topic.PING).toArray(Topic[]::new);

  @TempDir Path directory;

  private HookFixture fixture;

  @BeforeEach
  void open() {
    fixture = new HookFixture(directory);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  // ---- what is sent

  @Test
  void everyTopicArrivesSignedWithWhatItIsAbout() throws Exception {
    try (Receiver receiver = new Receiver()) {
      Hook hook = fixture.hook(receiver, ALL);
      fixture.started();
      Event issue = fixture.issue(BOB, "# It breaks\nalways");
      String id = issue.id().hex();
      Event state = fixture.served(kind(30618).tag("d", "demo").signedBy(ALICE));
      Event patch =
          fixture.served(kind(1617).tag("a", REPO.toString()).content("diff").signedBy(BOB));
      Event pull =
          fixture.served(
              kind(1618).tag("a", REPO.toString()).tag("c", "1".repeat(40)).signedBy(BOB));
      Event comment =
          fixture.served(
              kind(1111)
                  .tag("E", id)
                  .tag("K", "1621")
                  .tag("e", id)
                  .tag("k", "1621")
                  .content("me too")
                  .signedBy(MALLORY));
      Event status = fixture.served(kind(1632).tag("e", id, "", "root").signedBy(ALICE));
      fixture.push('1');
      fixture.push('2');

      List<Received> all = receiver.await(8);

      assertThat(all)
          .extracting(Received::topic)
          .containsExactlyInAnyOrder(
              "issue", "state", "patch", "pull-request", "comment", "status", "push", "push");
      assertThat(all).extracting(Received::token).doesNotHaveDuplicates();
      assertThat(all).allMatch(one -> one.signature().equals(signature(one.body())));
      for (Event event : List.of(issue, state, patch, pull, comment, status)) {
        assertThat(all)
            .as("the event as it was signed")
            .anyMatch(one -> one.text().contains(new String(event.json(), UTF_8)));
      }
      String page = "https://relay.test/" + Bech32.npub(ALICE.publicKey()) + "/demo";
      assertThat(all)
          .allMatch(one -> one.text().contains("\"address\":\"" + REPO + "\""))
          .allMatch(one -> one.text().contains("\"page\":\"" + page + "\""));
      assertThat(all)
          .filteredOn(one -> one.topic().equals("comment"))
          .singleElement()
          .matches(one -> one.text().contains("\"thread\":\"" + page + "/issues/" + id))
          .matches(one -> one.text().contains("It breaks"));
      assertThat(all)
          .filteredOn(one -> one.topic().equals("push"))
          .extracting(Received::text)
          .anyMatch(text -> text.contains(change("null", '1')))
          .anyMatch(text -> text.contains(change("\"" + "1".repeat(40) + "\"", '2')));
      Eventually.await(() -> fixture.deliveries(hook).stream().noneMatch(Delivery::isWaiting));
      assertThat(fixture.deliveries(hook))
          .hasSize(8)
          .allMatch(one -> one.progress().status() == 204);
    }
  }

  /** A later patch has no page of its own. */
  @Test
  void patchOfASeriesLeadsToTheThreadOfTheFirst() throws Exception {
    try (Receiver receiver = new Receiver()) {
      Hook _ = fixture.hook(receiver, Topic.PATCH);
      fixture.started();
      Event first =
          fixture.served(
              kind(1617)
                  .tag("a", REPO.toString())
                  .content("Subject: [PATCH 1/2] One")
                  .signedBy(BOB));
      Event _ =
          fixture.served(
              kind(1617)
                  .tag("a", REPO.toString())
                  .tag("e", first.id().hex(), "", "reply")
                  .content("Subject: [PATCH 2/2] Two")
                  .signedBy(BOB));

      assertThat(receiver.await(2))
          .allMatch(one -> one.text().contains("/demo/prs/" + first.id().hex() + "\""));
    }
  }

  private static String change(String old, char digit) {
    return "{\"ref\":\"refs/heads/main\",\"old\":%s,\"new\":\"%s\"}"
        .formatted(old, String.valueOf(digit).repeat(40));
  }

  /** As a receiver computes it. */
  private static String signature(byte[] body) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(SECRET.text().getBytes(UTF_8), "HmacSHA256"));
      return "sha256=" + HexFormat.of().formatHex(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void hookHearsOfItsTopicsAndRepositoriesFromNowOn() throws Exception {
    try (Receiver mine = new Receiver();
        Receiver others = new Receiver();
        Receiver pushes = new Receiver()) {
      fixture.issue(BOB, "before");
      fixture.hook(mine, true, "demo", Topic.ISSUE);
      fixture.hook(others, true, "other", Topic.ISSUE);
      fixture.hook(pushes, Topic.PUSH);
      fixture.started();
      fixture.served(kind(1621).tag("a", REPO.toString() + "-not-here").content("x").signedBy(BOB));
      fixture.served(
          kind(1621).at(1_000).tag("a", REPO.toString()).content("old news").signedBy(BOB));
      fixture.issue(BOB, "after");
      fixture.push('1');

      assertThat(mine.await(1)).singleElement().matches(one -> one.text().contains("after"));
      assertThat(pushes.await(1)).extracting(Received::topic).containsExactly("push");
      assertThat(others.received()).isEmpty();
      assertThat(mine.received()).hasSize(1);
    }
  }

  @Test
  void testOfAnOperatorArrives() throws Exception {
    try (Receiver receiver = new Receiver()) {
      Hook hook = fixture.hook(receiver, Topic.PUSH);
      fixture.started();
      Delivery ping = Notice.ping(hook, "aa", System.currentTimeMillis());
      Await.answerOf(fixture.store.write(tx -> tx.hooks().order(ping)));

      Received one = receiver.await(1).getFirst();
      assertThat(one.topic()).isEqualTo("ping");
      assertThat(one.token()).isEqualTo("aa");
      assertThat(Receiver.isSigned(one, SECRET)).isTrue();
    }
  }

  @Test
  void longEventIsLeftOutOfTheBody() throws Exception {
    try (Receiver receiver = new Receiver()) {
      fixture.hook(receiver, Topic.ISSUE);
      fixture.started();
      Event issue = fixture.issue(BOB, "x".repeat(HookBody.EVENT_BYTES_MAX));

      Received one = receiver.await(1).getFirst();
      assertThat(one.body().length).isLessThan(4_096);
      assertThat(one.text()).contains("\"event_id\":\"" + issue.id() + "\"");
    }
  }

  // ---- receivers that fail

  @Test
  void failureIsRetriedWithTheSameDeliveryAndBody() throws Exception {
    try (Receiver receiver = new Receiver().answering(500, 302, 404)) {
      Hook hook = fixture.hook(receiver, Topic.ISSUE);
      fixture.started();
      fixture.issue(BOB, "new");

      List<Received> all = receiver.await(4);
      assertThat(all).extracting(Received::token).containsOnly(all.getFirst().token());
      assertThat(all).extracting(Received::text).containsOnly(all.getFirst().text());
      Delivery done = fixture.awaitOnly(hook, Phase.DELIVERED);
      assertThat(done.progress().attempts()).isEqualTo(4);
      assertThat(done.token()).isEqualTo(all.getFirst().token());
    }
  }

  @Test
  void hangingReceiverDelaysNeitherOtherHooksNorWritesNorTheEnd() throws Exception {
    try (Receiver dead = new Receiver().hanging();
        Receiver alive = new Receiver()) {
      Hook hanging = fixture.hook(dead, Topic.ISSUE);
      fixture.hook(alive, Topic.ISSUE);
      Candidacy candidacy = fixture.started();
      fixture.issue(BOB, "one");
      dead.await(1);
      fixture.issue(BOB, "two");
      fixture.issue(BOB, "three");

      assertThat(alive.await(3)).hasSize(3);
      assertThat(dead.received()).as("one at a time").hasSize(1);

      long began = System.nanoTime();
      candidacy.close();
      assertThat(System.nanoTime() - began)
          .as("much less than an attempt may take")
          .isLessThan(Duration.ofSeconds(30).toNanos());
      assertThat(fixture.deliveries(hanging))
          .hasSize(3)
          .allMatch(Delivery::isWaiting)
          .allMatch(one -> one.progress().attempts() == 0);
    }
  }

  @Test
  void redirectIsNotFollowed() throws Exception {
    try (Receiver other = new Receiver();
        Receiver receiver = new Receiver().answering(307).redirectingTo(other)) {
      Hook hook = fixture.hook(receiver, Topic.ISSUE);
      fixture.started();
      fixture.issue(BOB, "new");

      assertThat(receiver.await(2)).hasSizeGreaterThanOrEqualTo(2);
      fixture.awaitOnly(hook, Phase.DELIVERED);
      assertThat(other.received()).isEmpty();
    }
  }

  @Test
  void longAnswerIsNotRead() throws Exception {
    try (Receiver receiver = new Receiver().answering(200).answeringAtLength(64 << 20)) {
      Hook hook = fixture.hook(receiver, Topic.ISSUE);
      fixture.started();
      fixture.issue(BOB, "new");
      Delivery done = fixture.awaitOnly(hook, Phase.DELIVERED);
      assertThat(done.progress().attempts()).isEqualTo(1);
    }
  }

  @Test
  void privateAddressNeedsThePermissionOfItsHook() throws Exception {
    try (Receiver receiver = new Receiver()) {
      Hook refused = fixture.hook(receiver, false, "", Topic.ISSUE);
      fixture.started();
      fixture.issue(BOB, "new");

      Eventually.await(() ->
          fixture.deliveries(refused).stream().anyMatch(one -> one.progress().attempts() > 0));
      assertThat(fixture.deliveries(refused).getFirst().progress().note())
          .startsWith("egress denied")
          .doesNotContain("in-the-url");
      assertThat(receiver.received()).isEmpty();
    }
  }

  // ---- what is no longer there

  @Test
  void whatWasDeletedBeforeItWasSentIsNotSent() throws Exception {
    try (Receiver receiver = new Receiver()) {
      Hook hook = fixture.hook(receiver, Topic.ISSUE, Topic.PUSH);
      Event issue = fixture.issue(BOB, "spam");
      AtomicInteger looks = new AtomicInteger();
      // The row is written and the event goes before the first attempt.
      fixture.roles.offer(Role.HOOKS, new HookHost(deletingAfterTheLook(issue, looks)));
      fixture.awaitOnly(hook, Phase.WITHDRAWN);
      assertThat(receiver.received()).isEmpty();
      assertThat(looks).hasPositiveValue();
    }
  }

  private HookHost.Parts deletingAfterTheLook(Event issue, AtomicInteger looks) {
    HookHost.Parts usual = fixture.parts(FailPoints.NONE);
    return new HookHost.Parts(
        usual.store(),
        repository -> {
          if (looks.getAndIncrement() == 0) {
            fixture.delete(issue);
          }
          return usual.hosts().test(repository);
        },
        usual.service(),
        usual.sender(),
        usual.times(),
        usual.random(),
        usual.metrics(),
        usual.failPoints());
  }

  @Test
  void nothingIsSentOfARepositoryThatEnded() throws Exception {
    try (Receiver receiver = new Receiver().answering(500)) {
      Hook hook = fixture.hook(receiver, Topic.PUSH);
      HookHost.Parts usual =
          fixture.parts(FailPoints.at(FailPoints.HOOK_SENT, 0, () -> fixture.hosts.set(false)));
      fixture.roles.offer(Role.HOOKS, new HookHost(usual));
      fixture.push('1');
      fixture.awaitOnly(hook, Phase.WITHDRAWN);
      assertThat(receiver.received()).hasSize(1);
    }
  }

  // ---- restarts, crashes, two hosts

  @Test
  void restartContinuesWhereTheLogWasLeft() throws Exception {
    try (Receiver receiver = new Receiver()) {
      fixture.hook(receiver, Topic.ISSUE, Topic.PUSH);
      fixture.started().close();
      fixture.issue(BOB, "while nobody sends");
      fixture.push('1');
      fixture.started();
      assertThat(receiver.await(2))
          .extracting(Received::topic)
          .containsExactlyInAnyOrder("issue", "push");
    }
  }

  @Test
  void crashBetweenSendingAndNotingSendsAgainAndLosesNothing() throws Exception {
    try (Receiver receiver = new Receiver()) {
      Hook hook = fixture.hook(receiver, Topic.ISSUE);
      // Another server takes the role at the worst moment: what this one knows is never written.
      AtomicBoolean isOver = new AtomicBoolean();
      FailPoints crash =
          FailPoints.at(
                  FailPoints.HOOK_SENT,
                  0,
                  () -> Await.answerOf(fixture.store.write(tx -> tx.roles().take(Role.HOOKS))))
              .when(() -> !isOver.getAndSet(true));
      fixture.roles.offer(Role.HOOKS, fixture.host(crash));
      fixture.issue(BOB, "new");
      Received first = receiver.await(1).getFirst();
      Eventually.await(() -> fixture.deliveries(hook).size() == 1);
      assertThat(fixture.deliveries(hook)).allMatch(Delivery::isWaiting);

      fixture.roles.handOver(Role.HOOKS);

      assertThat(receiver.await(2).get(1).token()).isEqualTo(first.token());
      fixture.awaitOnly(hook, Phase.DELIVERED);
    }
  }

  @Test
  void twoHostsOverOneStoreSendOnce() throws Exception {
    try (Receiver receiver = new Receiver()) {
      Hook hook = fixture.hook(receiver, Topic.ISSUE);
      fixture.started();
      fixture.started();
      List<String> ids =
          Stream.iterate(0, i -> i + 1)
              .limit(20)
              .map(i -> fixture.issue(BOB, "issue " + i).id().hex())
              .toList();
      receiver.await(20);
      Eventually.await(() -> fixture.deliveries(hook).stream().noneMatch(Delivery::isWaiting));
      fixture.roles.handOver(Role.HOOKS);
      fixture.issue(BOB, "after");
      receiver.await(21);
      Eventually.await(() -> fixture.deliveries(hook).stream().noneMatch(Delivery::isWaiting));

      List<Received> all = receiver.received();
      assertThat(all).hasSize(21).extracting(Received::token).doesNotHaveDuplicates();
      assertThat(ids).allMatch(id -> all.stream().anyMatch(one -> one.text().contains(id)));
    }
  }

  @Test
  void removedHookHearsNothingMore() throws Exception {
    try (Receiver one = new Receiver();
        Receiver two = new Receiver()) {
      Hook removed = fixture.hook(one, Topic.ISSUE);
      fixture.hook(two, Topic.ISSUE);
      fixture.started();
      fixture.issue(BOB, "first");
      one.await(1);
      two.await(1);
      Await.answerOf(fixture.store.write(tx -> tx.hooks().remove(removed.id())));
      fixture.issue(BOB, "second");
      two.await(2);
      assertThat(one.received()).hasSize(1);
    }
  }

  // ---- faults

  @Test
  void recordThatCannotBeReadIsCountedAndPassedOver() throws Exception {
    try (Receiver receiver = new Receiver()) {
      fixture.hook(receiver, Topic.ISSUE);
      fixture.issue(BOB, "before");
      fixture.served(
          kind(1621).tag("a", HookFixture.BROKEN.toString()).content("no").signedBy(BOB));
      fixture.issue(BOB, "after");
      Candidacy first = fixture.started();
      assertThat(receiver.await(2)).hasSize(2);
      assertThat(fixture.unread).hasValue(1);
      first.close();
      fixture.started();
      fixture.issue(BOB, "later");
      assertThat(receiver.await(3)).hasSize(3);
      assertThat(fixture.unread).as("it is behind the position that is written").hasValue(1);
    }
  }

  // ---- floods

  @Test
  void floodOfOneStrangerIsDroppedAndCountedAndHoldsNoPushUp() throws Exception {
    try (Receiver dead = new Receiver().hanging()) {
      Hook hook = fixture.hook(dead, Topic.ISSUE, Topic.PUSH);
      fixture.issue(BOB, "holds the receiver");
      Candidacy first = fixture.started();
      dead.await(1);
      for (int i = 0; i < 130; i++) {
        fixture.issue(MALLORY, "spam " + i);
      }
      fixture.push('1');
      Eventually.await(() -> fixture.deliveries(hook).size() >= 102);
      assertThat(fixture.now(hook).dropped()).isEqualTo(30);
      assertThat(fixture.deliveries(hook)).hasSize(102);
      first.close();
      fixture.started();
      assertThat(dead.await(2).getLast().topic())
          .as("what maintainers do goes first")
          .isEqualTo("push");
    }
  }
}
