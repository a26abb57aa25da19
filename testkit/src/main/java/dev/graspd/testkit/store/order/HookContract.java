package dev.graspd.testkit.store.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.RepositoryPattern;
import dev.graspd.core.store.hook.Delivery;
import dev.graspd.core.store.hook.Delivery.Phase;
import dev.graspd.core.store.hook.Delivery.Progress;
import dev.graspd.core.store.hook.Hook;
import dev.graspd.core.store.hook.HookMarks;
import dev.graspd.core.store.hook.HookSecret;
import dev.graspd.core.store.hook.HookStore;
import dev.graspd.core.store.hook.RefsMove;
import dev.graspd.core.store.hook.Topic;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.TestKeys;
import dev.graspd.testkit.store.StoreDriver;
import dev.graspd.testkit.store.StoreFixture;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What every store does with webhooks. */
public interface HookContract extends StoreFixture {
  RepoAddress REPO =
      new RepoAddress(TestKeys.ALICE.publicKey(), Identifier.parse("demo").orElseThrow());
  RefName MAIN = new RefName("refs/heads/main");
  Oid ONE = new Oid("1".repeat(Oid.DIGITS));
  Oid TWO = new Oid("2".repeat(Oid.DIGITS));

  private HookStore hooks() {
    return store().hooks();
  }

  private static Hook hook(String url) {
    SortedSet<Topic> topics = new TreeSet<>(List.of(Topic.PUSH, Topic.ISSUE));
    return new Hook(
        0,
        url,
        new HookSecret("0123456789abcdef"),
        topics,
        RepositoryPattern.parse("demo"),
        true,
        "uid 7",
        StoreDriver.NOW,
        0,
        0);
  }

  private Hook added(String url) {
    return driver().write(tx -> tx.hooks().add(hook(url))).orElseThrow();
  }

  private static Delivery delivery(Hook hook, Optional<RefsMove> move) {
    Event event = EventBuilder.note("new").signedBy(TestKeys.BOB);
    return new Delivery(
        hook.id(),
        0,
        "token",
        move.isPresent() ? Topic.PUSH : Topic.ISSUE,
        Optional.of(REPO),
        Optional.of(event.id()),
        Optional.of(event.author()),
        move,
        Progress.fresh(5));
  }

  private Delivery enqueued(Hook hook) {
    return driver().write(tx -> tx.hooks().enqueue(delivery(hook, Optional.empty()))).orElseThrow();
  }

  private static Refs refs(Oid main) {
    SortedMap<RefName, Oid> values = new TreeMap<>();
    values.put(MAIN, main);
    return new Refs(values, Optional.of(MAIN));
  }

  private long moved(Refs refs) {
    driver()
        .write(tx -> {
          tx.repositories().putRefs(REPO, refs);
          return true;
        });
    // The family's new version follows the move.
    return store().lastSeq() - 1;
  }

  @Test
  default void hookIsKeptAsItWasAdded() {
    driver().append(EventBuilder.note("before").signedBy(TestKeys.ALICE));
    long before = store().lastSeq();

    Hook hook = added("https://ci.example/hook");

    assertThat(hook).isEqualTo(hook("https://ci.example/hook").begun(1, before));
    assertThat(hooks().all()).containsExactly(hook);
    assertThat(hooks().marks()).isEqualTo(new HookMarks(1, 0, before, 1));
  }

  @Test
  default void idsOfHooksNeverRepeat() {
    Hook first = added("https://one.example/");
    driver().write(tx -> tx.hooks().remove(first.id()));

    assertThat(added("https://two.example/").id()).isEqualTo(2);
    Optional<Hook> again = driver().write(tx -> tx.hooks().remove(first.id()));
    assertThat(again).isEmpty();
  }

  @Test
  default void thereAreFiftyHooksAndNoMore() {
    for (int i = 0; i < Hook.COUNT_MAX; i++) {
      added("https://ci.example/" + i);
    }
    Optional<Hook> more = driver().write(tx -> tx.hooks().add(hook("https://more.example/")));
    assertThat(more).isEmpty();
    assertThat(hooks().all()).hasSize(Hook.COUNT_MAX);
  }

  @Test
  default void deliveriesAreNumberedOverAllHooksAndGoWithTheirHook() {
    Hook one = added("https://one.example/");
    Hook two = added("https://two.example/");
    Delivery first = enqueued(one);
    Delivery second = enqueued(two);

    assertThat(second.number()).isEqualTo(first.number() + 1);
    assertThat(hooks().deliveries(one.id())).containsExactly(first);

    driver().write(tx -> tx.hooks().remove(one.id()));

    assertThat(hooks().deliveries(one.id())).isEmpty();
    assertThat(hooks().deliveries(two.id())).containsExactly(second);
    Optional<Delivery> late =
        driver().write(tx -> tx.hooks().enqueue(delivery(one, Optional.empty())));
    assertThat(late).as("of a hook that is gone").isEmpty();
    driver()
        .write(tx -> {
          tx.hooks().note(first);
          return true;
        });
    assertThat(hooks().deliveries(one.id())).as("a late note").isEmpty();
  }

  @Test
  default void onlyAnOrderRaisesTheVersion() {
    Hook hook = added("https://ci.example/");
    long version = hooks().marks().version();
    enqueued(hook);
    assertThat(hooks().marks().version()).isEqualTo(version);

    driver().write(tx -> tx.hooks().order(delivery(hook, Optional.empty())));
    assertThat(hooks().marks().version()).isEqualTo(version + 1);
  }

  @Test
  default void newestEndedDeliveriesAreKeptAndAllThatWait() {
    Hook hook = added("https://ci.example/");
    Delivery waiting = enqueued(hook);
    Progress end = new Progress(Phase.DELIVERED, 5, 2, 9, 200, 3, "");
    long last = 0;
    for (int i = 0; i < Delivery.ENDED_KEPT_MAX + 3; i++) {
      Delivery ended = enqueued(hook).with(end);
      last = ended.number();
      driver()
          .write(tx -> {
            tx.hooks().note(ended);
            return true;
          });
    }
    List<Delivery> kept = hooks().deliveries(hook.id());
    assertThat(kept).hasSize(1 + Delivery.ENDED_KEPT_MAX).startsWith(waiting);
    assertThat(kept.getLast().number()).isEqualTo(last);
    assertThat(kept.getLast().progress()).isEqualTo(end);
  }

  @Test
  default void moveOfRefsIsKeptUntilItIsFollowed() {
    Hook hook = added("https://ci.example/");
    long first = moved(refs(ONE));
    long second = moved(refs(TWO));

    RefsMove move = hooks().move(second).orElseThrow();
    assertThat(move)
        .isEqualTo(
            new RefsMove(
                REPO,
                Optional.of(MAIN),
                Optional.of(MAIN),
                List.of(new RefsMove.Change(MAIN, Optional.of(ONE), Optional.of(TWO))),
                0));
    Delivery delivery =
        driver().write(tx -> tx.hooks().enqueue(delivery(hook, Optional.of(move)))).orElseThrow();
    assertThat(hooks().deliveries(hook.id())).containsExactly(delivery);

    driver()
        .write(tx -> {
          tx.hooks().followed(first);
          return true;
        });
    assertThat(hooks().move(first)).isEmpty();
    assertThat(hooks().move(second)).contains(move);
    assertThat(hooks().marks().position()).isEqualTo(first);
  }

  @Test
  default void withoutHooksNoMoveIsKept() {
    long seq = moved(refs(ONE));
    assertThat(hooks().move(seq)).isEmpty();

    Hook hook = added("https://ci.example/");
    long next = moved(refs(TWO));
    assertThat(hooks().move(next)).isPresent();
    driver().write(tx -> tx.hooks().remove(hook.id()));
    assertThat(hooks().move(next)).isEmpty();
  }

  @Test
  default void whatHadNoRoomIsCounted() {
    Hook hook = added("https://ci.example/");
    driver()
        .write(tx -> {
          tx.hooks().dropped(hook.id(), 3);
          tx.hooks().dropped(hook.id() + 1, 1);
          return true;
        });
    assertThat(hooks().all()).containsExactly(hook.withDropped(3));
  }
}
