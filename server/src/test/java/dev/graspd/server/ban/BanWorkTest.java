package dev.graspd.server.ban;

import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.MALLORY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.policy.AdmissionRules;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.Store;
import dev.graspd.core.store.UnwantedEvent;
import dev.graspd.core.store.ban.Ban;
import dev.graspd.core.store.ban.Banned;
import dev.graspd.core.store.ban.Order;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.gate.Origin;
import dev.graspd.server.gate.PlainReception;
import dev.graspd.server.gate.Reception;
import dev.graspd.server.gate.Verdict;
import dev.graspd.server.role.Mandate;
import dev.graspd.server.testing.Stores;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.store.StoreDriver;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Bans over a store on disk that a crash interrupts. */
@Timeout(60)
class BanWorkTest {
  private static final Banned KEY = new Banned.OfKey(MALLORY.publicKey());
  private static final Order ORDER = new Order("uid 1", "cli", "spam", StoreDriver.NOW);

  @TempDir Path directory;
  private Store store;

  @AfterEach
  void close() {
    store.close();
    assertThat(Stores.check(directory).problems()).isEmpty();
  }

  private BanWork work(String crashAt) {
    return work(crashAt, policy());
  }

  private BanWork work(String crashAt, Reception reception) {
    FailPoints failPoints =
        place -> {
          if (place.equals(crashAt)) {
            throw new IllegalStateException("planned crash");
          }
        };
    return new BanWork(
        store, store.unwanted(), BannedRepositories.NONE, reception, BanWorkTest::now, failPoints);
  }

  private Reception policy() {
    AdmissionRules rules =
        new AdmissionRules(
            ServiceAddress.of("relay.example.org", "/"),
            false,
            1 << 18,
            1 << 20,
            2_000,
            12_000,
            900,
            0,
            true,
            new TreeSet<>());
    return new PlainReception(store, rules, _ -> {}, BanWorkTest::now);
  }

  private static Instant now() {
    return Instant.ofEpochSecond(StoreDriver.NOW);
  }

  @BeforeEach
  void open() {
    store = Stores.open(directory);
  }

  private void reopen() {
    store.close();
    open();
  }

  private List<Event> spam(int count) {
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      events.add(EventBuilder.note("spam " + i).signedBy(MALLORY));
    }
    new StoreDriver(store).appendAll(events);
    return events;
  }

  private List<EventId> served() {
    return new StoreDriver(store).ids(Filter.ALL);
  }

  @Test
  void crashAfterTheOrderIsContinuedByTheNextStart() {
    List<Event> events = spam(600);
    Event other = EventBuilder.note("mine").signedBy(ALICE);
    new StoreDriver(store).append(other);
    assertThatThrownBy(() -> work(FailPoints.BAN_WRITTEN).impose(KEY, ORDER, OptionalLong.empty()))
        .hasMessage("planned crash");
    reopen();
    assertThat(store.bans().all()).extracting(Ban::phase).containsExactly(Ban.Phase.BEGINNING);

    work("").resume(Mandate.NONE);

    assertThat(served()).containsExactly(other.id());
    assertThat(store.bans().all()).extracting(Ban::phase).containsExactly(Ban.Phase.IN_FORCE);
    assertThat(store.bans().countAside(store.bans().all().getFirst())).isEqualTo(events.size());
  }

  @Test
  void crashAfterUnbanIsContinuedByTheNextStart() {
    List<Event> events = spam(300);
    BanWork work = work(FailPoints.BAN_LIFTED);
    Ban _ = work.impose(KEY, ORDER, OptionalLong.empty());
    work.finish(KEY, Mandate.NONE);
    assertThat(served()).isEmpty();
    assertThatThrownBy(() -> work.lift(KEY, ORDER)).hasMessage("planned crash");
    reopen();

    work("").resume(Mandate.NONE);

    assertThat(served())
        .containsExactlyInAnyOrderElementsOf(events.stream().map(Event::id).toList());
    assertThat(store.bans().all()).isEmpty();
  }

  @Test
  void banThatIsImposedAgainWhileItsEventsComeBackHolds() {
    List<Event> events = spam(5);
    BanWork work = work("");
    Ban _ = work.impose(KEY, ORDER, OptionalLong.empty());
    work.finish(KEY, Mandate.NONE);
    var _ = work.lift(KEY, ORDER);
    Reception policy = policy();
    Reception meanwhile =
        new Reception() {
          private int received;

          @Override
          public CompletionStage<Verdict> receive(Event event, Origin origin) {
            if (received++ == 2) {
              Ban _ = work.impose(KEY, ORDER, OptionalLong.empty());
            }
            return policy.receive(event, origin);
          }

          @Override
          public Optional<Verdict> held(EventId id) {
            return policy.held(id);
          }
        };

    work("", meanwhile).finish(KEY, Mandate.NONE);
    work.finish(KEY, Mandate.NONE);

    assertThat(served()).isEmpty();
    assertThat(store.bans().all()).extracting(Ban::phase).containsExactly(Ban.Phase.IN_FORCE);
    assertThat(store.bans().countAside(store.bans().all().getFirst())).isEqualTo(events.size());
  }

  @Test
  void whatAProgramWithoutBansLetInIsSetAsideByTheNextStart() {
    List<Event> events = spam(3);
    // As if nothing had been done about the ban.
    new StoreDriver(store)
        .write(tx -> {
          Ban _ = tx.bans().impose(KEY, ORDER, OptionalLong.empty());
          tx.bans().complete(KEY);
          return true;
        });
    assertThat(served()).hasSize(events.size());

    work("").resume(Mandate.NONE);

    assertThat(served()).isEmpty();
    assertThat(store.bans().countAside(store.bans().all().getFirst())).isEqualTo(events.size());
  }

  @Test
  void deletionOfABannedKeyComesBackAndStillHides() {
    Event hidden = EventBuilder.note("hidden").signedBy(MALLORY);
    StoreDriver driver = new StoreDriver(store);
    driver.append(hidden);
    Event deletion = EventBuilder.deletionOf(hidden).signedBy(MALLORY);
    driver.delete(deletion);
    BanWork work = work("");
    Ban _ = work.impose(KEY, ORDER, OptionalLong.empty());
    work.finish(KEY, Mandate.NONE);
    assertThat(served()).isEmpty();

    var _ = work.lift(KEY, ORDER);
    work.finish(KEY, Mandate.NONE);

    assertThat(served()).containsExactly(deletion.id());
    assertThat(store.served(deletion.id())).map(Event::kind).contains(Kinds.DELETION);
    assertThat(store.known(hidden.id())).isEqualTo(Known.GONE);
  }

  @Test
  void syncMayFetchAgainWhatABanCausedToBeRefused() {
    BanWork work = work("");
    Ban _ = work.impose(KEY, ORDER, OptionalLong.empty());
    Event late = EventBuilder.note("late").signedBy(MALLORY);
    new StoreDriver(store)
        .write(tx -> {
          tx.putUnwanted(
              UnwantedEvent.refused(
                  late, UnwantedEvent.Why.REFUSED, StoreDriver.NOW, UnwantedEvent.ALWAYS));
          return true;
        });
    assertThat(store.unwanted().unwanted(late.id(), StoreDriver.NOW)).isPresent();

    var _ = work.lift(KEY, ORDER);
    work.finish(KEY, Mandate.NONE);

    assertThat(store.unwanted().unwanted(late.id(), StoreDriver.NOW)).isEmpty();
  }

  @Test
  void banEndsAtItsTimeAndNotBefore() {
    List<Event> events = spam(1);
    BanWork work = work("");
    Ban _ = work.impose(KEY, ORDER, OptionalLong.of(StoreDriver.NOW + 1));
    work.finish(KEY, Mandate.NONE);
    work.end(Mandate.NONE);
    assertThat(served()).isEmpty();

    Ban _ = work.impose(KEY, ORDER, OptionalLong.of(StoreDriver.NOW));
    work.end(Mandate.NONE);

    assertThat(served()).containsExactly(events.getFirst().id());
  }
}
