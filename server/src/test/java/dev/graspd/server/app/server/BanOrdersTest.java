package dev.graspd.server.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.server.app.desk.BanQuestion;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.data.DropBox;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Eventually;
import dev.graspd.testkit.Ports;
import dev.graspd.testkit.client.Answer;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RelayClient;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/**
 * What holds from the answer to an order on, and which orders are refused (operations.md, A-3, A-4,
 *
 */
final class BanOrdersTest extends BanFixture {
  private static final int PUBLISHERS = 8;

  @Test
  void nothingOfAKeyIsAcceptedOrServedAfterTheAnswer() throws Exception {
    ConcurrentLinkedQueue<EventId> acceptedLate = new ConcurrentLinkedQueue<>();
    AtomicBoolean answered = new AtomicBoolean();
    AtomicBoolean over = new AtomicBoolean();
    try (RelayClient client = RelayClient.connect(own);
        RelayClient listener = RelayClient.connect(own)) {
      Hosted hosted = hosted(client, owner, "repo");
      RelayClient.Subscription live =
          listener.subscribe(
              "{\"kinds\":[1621],\"authors\":[\"" + spammer.publicKey().hex() + "\"]}");
      var _ = live.stored();
      List<Thread> publishers = new ArrayList<>();
      for (int i = 0; i < PUBLISHERS; i++) {
        int number = i;
        publishers.add(
            Thread.ofVirtual()
                .start(() -> publish(hosted.repo(), number, over, answered, acceptedLate)));
      }
      Eventually.await(() -> issues(client) > 2 * PUBLISHERS);

      ban(key(spammer));
      answered.set(true);
      assertThat(issues(client)).isZero();
      long until = System.nanoTime() + Duration.ofMillis(300).toNanos();
      Eventually.await(() -> System.nanoTime() > until);
      assertThat(issues(client)).isZero();
      over.set(true);
      for (Thread publisher : publishers) {
        publisher.join();
      }
      assertThat(acceptedLate).isEmpty();
      assertThat(issues(client)).isZero();
    }
  }

  private void publish(
      HostedRepo repo,
      int number,
      AtomicBoolean over,
      AtomicBoolean answered,
      ConcurrentLinkedQueue<EventId> acceptedLate) {
    try (RelayClient client = RelayClient.connect(own)) {
      for (int i = 0; !over.get(); i++) {
        boolean isLate = answered.get();
        Event event = issue(repo, spammer, number + " " + i);
        Answer.Ok ok = client.publish(event);
        if (isLate && ok.accepted()) {
          acceptedLate.add(event.id());
        }
      }
    }
  }

  @Test
  void ephemeralEventsOfABannedKeyArePassedToNobody() throws IOException {
    try (RelayClient client = RelayClient.connect(own)) {
      Hosted hosted = hosted(client, owner, "repo");
      ban(key(spammer));
      Event passing =
          EventBuilder.kind(20_001)
              .at(HostedRepo.now())
              .tag("a", hosted.repo().address())
              .signedBy(spammer);
      assertThat(client.publish(passing).message()).startsWith("blocked: ");
    }
  }

  @Test
  void banWithAnEndIsLiftedByItself() throws IOException {
    try (RelayClient client = RelayClient.connect(own)) {
      Hosted hosted = hosted(client, owner, "repo");
      Event issue = issue(hosted.repo(), spammer, "spam");
      client.store(issue);
      assertThat(order(BanQuestion.BAN, key(spammer), 1, "a while").text()).contains(" until 20");
      assertThat(has(client, issue)).isFalse();
      Eventually.await(() -> has(client, issue));
      Eventually.await(() -> !order(BanQuestion.LIST, "", 0, "").text().contains(key(spammer)));
      assertThat(order(BanQuestion.AUDIT, "", 0, "").text())
          .contains("uid ", "(cli)  ban " + key(spammer), "this server (timer)  unban");
    }
  }

  @Test
  void ordersThatMakeNoSenseAreRefusedAndRecorded() throws IOException {
    try (RelayClient client = RelayClient.connect(own)) {
      Hosted hosted = hosted(client, owner, "repo");
      assertThat(order(BanQuestion.BAN, event(hosted.announcement()), 0, ""))
          .matches(answer -> !answer.done())
          .extracting(DropBox.Answer::text)
          .asString()
          .contains("graspd ban repository npub1");
      assertThat(order(BanQuestion.UNBAN, key(spammer), 0, "").text()).contains("is not banned");
      assertThat(order(BanQuestion.BAN, "key nobody", 0, "")).matches(answer -> !answer.done());
      assertThat(order(BanQuestion.BAN, key(spammer), 0, "x".repeat(257)).text())
          .contains("256 characters");
      assertThat(order(BanQuestion.BAN, key(spammer), 0, "ü".repeat(256)))
          .matches(DropBox.Answer::done);
      assertThat(order(BanQuestion.AUDIT, "", 0, "").text()).contains("refused: ");
    }
  }

  @Test
  void whatTheConfigurationKeepsOutIsUndoneOnlyThere() throws StartRefused {
    restart("NGIT_EVENT_BLACKLIST", Bech32.npub(spammer.publicKey()));
    assertThat(order(BanQuestion.UNBAN, key(spammer), 0, "").text())
        .contains("NGIT_EVENT_BLACKLIST");
    ban(key(spammer));
    assertThat(order(BanQuestion.UNBAN, key(spammer), 0, ""))
        .matches(DropBox.Answer::done)
        .extracting(DropBox.Answer::text)
        .asString()
        .contains("NGIT_EVENT_BLACKLIST still keeps it out");
  }

  @Test
  void plainRelayBansEventsAndKeysToo() throws StartRefused {
    Path data = directory.resolve("plain");
    int plainPort = Ports.reserve();
    Server plain = started(data, plainPort, "NGIT_RELAY_ACCEPT", "all");
    try (RelayClient client = RelayClient.connect(URI.create("ws://127.0.0.1:" + plainPort))) {
      Event note = EventBuilder.note("spam").at(HostedRepo.now()).signedBy(spammer);
      client.store(note);
      String ban = new BanQuestion(BanQuestion.BAN, false, key(spammer), 0, "").text();
      assertThat(ask(data.resolve("relay"), ban)).matches(DropBox.Answer::done);
      assertThat(has(client, note)).isFalse();
      assertThat(client.publish(note).accepted()).isFalse();
      String unban = new BanQuestion(BanQuestion.UNBAN, false, key(spammer), 0, "").text();
      assertThat(ask(data.resolve("relay"), unban)).matches(DropBox.Answer::done);
      assertThat(has(client, note)).isTrue();
    } finally {
      plain.close();
    }
  }
}
