package dev.graspd.server.hosting;

import static dev.graspd.server.hosting.RepoWords.announcement;
import static dev.graspd.server.hosting.RepoWords.state;
import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.policy.KeptOut;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.Store;
import dev.graspd.core.store.ended.EndedRepository;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.family.EndedWriter;
import dev.graspd.server.family.objects.SetOfObjects;
import dev.graspd.server.testing.Stores;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Eventually;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Repositories end and are restored during other changes, on the real store. More seeds: {@code
 * -Dgraspd.seeds}.
 */
@Timeout(300)
class EndedRaceTest {
  private static final int SEEDS = Integer.getInteger("graspd.seeds", 40);
  private static final int HESITATION_MICROS_MAX = 4_000;
  private static final String MAIN = " refs/heads/main";

  @TempDir Path directory;

  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private Store store;
  private EndedFixture bench;

  @BeforeEach
  void open() {
    store = Stores.open(directory);
    bench = new EndedFixture(store, store.repositories(), new SetOfObjects());
  }

  @AfterEach
  void close() {
    bench.close();
    executor.close();
    store.close();
    assertThat(Stores.check(directory).problems()).isEmpty();
  }

  /** One repository of Alice's, and its changes. */
  private final class Case {
    final SplittableRandom random;
    final RepoAddress repository;
    final Event issue;
    final Event comment;

    /** It names nobody, the issue names it. */
    final Event note;

    Case(int seed) {
      random = new SplittableRandom(seed);
      repository = new RepoAddress(ALICE.publicKey(), new Identifier("repo" + seed));
      note = EventBuilder.note("note " + seed).unsignedBy(BOB);
      issue =
          EventBuilder.kind(1621)
              .tag("a", repository.toString())
              .tag("q", note.id().hex())
              .unsignedBy(BOB);
      comment = EventBuilder.kind(1111).tag("E", issue.id().hex()).unsignedBy(BOB);
      bench.hosted(ALICE, repository, 1);
      assertThat(bench.send(issue)).isEmpty();
    }

    String name() {
      return repository.identifier().text();
    }

    String delete() {
      return bench.send(
          EventBuilder.kind(5)
              .at(EventBuilder.DEFAULT_CREATED_AT + 5)
              .tag("a", repository.toString())
              .unsignedBy(ALICE));
    }

    String announce(long at) {
      return bench.send(announcement(ALICE, name(), at));
    }

    String erase() {
      return bench.host().actions().eraseEnded(repository) ? "erased" : "kept";
    }

    @SafeVarargs
    final List<String> together(Supplier<String>... actors) {
      return Together.run(random, executor, actors);
    }

    void await(BooleanSupplier condition) {
      Eventually.await(condition, repository::toString);
    }
  }

  @Test
  void deletionAgainstAPushInFlight() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Case one = new Case(seed);
      bench.send(state(ALICE, one.name(), 1, "main=2"));
      List<String> answers =
          one.together(() -> bench.push(one.repository, "main=2", 2), one::delete);
      assertThat(answers.get(0)).isIn("ok", "push-no-repository");
      assertThat(answers.get(1)).isEmpty();
      assertThat(bench.refs(one.repository)).isEqualTo("none");
      assertThat(bench.isServed(one.issue)).isFalse();
      assertThat(one.announce(9)).isEmpty();
      String main = answers.get(0).equals("ok") ? "2" : "1";
      assertThat(bench.refs(one.repository))
          .as("seed %d: %s", seed, answers)
          .isEqualTo("main=" + main + MAIN);
    }
  }

  @Test
  void restorationAgainstErasure() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Case one = new Case(seed);
      assertThat(one.delete()).isEmpty();
      List<String> answers = one.together(one::erase, () -> one.announce(9));
      boolean erased = answers.get(0).equals("erased");
      assertThat(answers.get(1).isEmpty()).as("seed %d: %s", seed, answers).isEqualTo(!erased);
      assertThat(bench.refs(one.repository)).isEqualTo(erased ? "-" : "main=1" + MAIN);
      assertThat(bench.isServed(one.issue)).isEqualTo(!erased);
      one.await(() -> store.repositories().ended().find(one.repository).isEmpty());
    }
  }

  @Test
  void deletionAgainstANewerAnnouncement() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Case one = new Case(seed);
      List<String> answers = one.together(one::delete, () -> one.announce(9));
      // The deletion may find the older announcement, or only the newer one.
      assertThat(answers.get(0)).matches("|nothing was deleted: .*");
      assertThat(answers.get(1)).isEmpty();
      assertThat(bench.refs(one.repository)).isEqualTo("main=1" + MAIN);
      one.await(() -> bench.isServed(one.issue));
      assertThat(store.repositories().ended().find(one.repository)).isEmpty();
    }
  }

  /** Events that arrive while the repository ends are set aside with it, or refused. */
  @Test
  void deletionAgainstAComment() {
    hesitating();
    for (int seed = 0; seed < SEEDS; seed++) {
      Case one = new Case(seed);
      Event reply = EventBuilder.kind(1111).tag("e", one.comment.id().hex()).unsignedBy(ALICE);
      List<String> answers =
          one.together(
              one::delete,
              () -> bench.send(one.comment),
              () -> bench.send(reply),
              () -> bench.send(one.note));
      assertThat(answers.get(0)).isEmpty();
      for (Event late : List.of(one.comment, reply, one.note)) {
        assertThat(bench.isServed(late)).as("seed %d: %s", seed, answers).isFalse();
      }
      assertThat(one.announce(9)).isEmpty();
      assertThat(bench.isServed(one.comment))
          .as("seed %d: %s", seed, answers)
          .isEqualTo(answers.get(1).isEmpty());
    }
  }

  /** Events wait for a moment between decision and write. */
  private void hesitating() {
    bench.close();
    AtomicInteger turn = new AtomicInteger();
    bench =
        new EndedFixture(
            store,
            store.repositories(),
            new SetOfObjects(),
            place -> {
              if (place.equals(FailPoints.DEPENDENT_BEFORE_WRITE)) {
                int hesitation = turn.incrementAndGet() * 7_919 % HESITATION_MICROS_MAX;
                LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(hesitation));
              }
            },
            List.of());
  }

  @Test
  void commentThatIsDecidedOnBeforeTheDeletionAndWrittenAfterItIsRefused() {
    AtomicReference<Case> deleted = new AtomicReference<>();
    bench.close();
    bench =
        new EndedFixture(
            store,
            store.repositories(),
            new SetOfObjects(),
            place -> {
              Case one = deleted.get();
              if (place.equals(FailPoints.DEPENDENT_BEFORE_WRITE) && one != null) {
                deleted.set(null);
                assertThat(one.delete()).isEmpty();
              }
            },
            List.of());
    Case one = new Case(0);
    deleted.set(one);
    assertThat(bench.send(one.comment)).startsWith("no: restricted: ");
    assertThat(bench.isServed(one.comment)).isFalse();
  }

  private List<Event> comments(Case one, int count, int contentCharacters) {
    List<Event> comments =
        IntStream.range(0, count)
            .mapToObj(i ->
                EventBuilder.kind(1111)
                    .tag("E", one.issue.id().hex())
                    .content(i + "x".repeat(contentCharacters))
                    .unsignedBy(BOB))
            .toList();
    boolean _ =
        RepoWords.now(
            store.write(tx -> {
              comments.forEach(comment -> tx.append(comment, 0));
              return true;
            }));
    return comments;
  }

  @Test
  void moreEventsThanOneTransactionHoldsComeBackInSeveral() {
    Case one = new Case(0);
    List<Event> comments = comments(one, 120, 0);
    assertThat(one.delete()).isEmpty();
    KeptOut nobody = new KeptOut(EndedFixture.RULES, new TreeSet<>());
    Optional<EventId> last =
        RepoWords.now(
            store.write(
                tx -> EndedWriter.serve(tx, one.repository, nobody, Optional.empty(), 100, 0)));
    assertThat(last).as("there is more to come").isPresent();
    assertThat(comments.stream().filter(bench::isServed).count()).isBetween(90L, 100L);
  }

  /** A flood of comments must not stop the writer, nor fill the memory. */
  @Test
  void moreBytesThanOneTransactionHoldsComeBackInSeveral() {
    Case one = new Case(0);
    List<Event> comments = comments(one, 110, 200_000);
    assertThat(one.delete()).isEmpty();
    assertThat(store.repositories().ended().countAside(one.repository)).isEqualTo(112);
    assertThat(comments).noneMatch(bench::isServed);
    Set<EndedRepository.Phase> phases = ConcurrentHashMap.newKeySet();
    store.onCommit(() ->
        store
            .repositories()
            .ended()
            .find(one.repository)
            .map(EndedRepository::phase)
            .ifPresent(phases::add));
    assertThat(one.announce(9)).isEmpty();
    one.await(() -> store.repositories().ended().find(one.repository).isEmpty());
    assertThat(phases).contains(EndedRepository.Phase.RESTORING);
    assertThat(comments).allMatch(bench::isServed);
  }

  @Test
  void twoDeletionsAndARequestToVanish() {
    Case first = new Case(1_000);
    Case second = new Case(1_001);
    Event vanish =
        EventBuilder.kind(62)
            .at(EventBuilder.DEFAULT_CREATED_AT + 50)
            .tag("relay", "wss://git.example.org")
            .unsignedBy(ALICE);
    List<String> answers = first.together(first::delete, second::delete, () -> bench.send(vanish));
    assertThat(answers.get(2)).isEmpty();
    for (Case one : List.of(first, second)) {
      one.await(() -> {
        bench.cleanUp();
        return store
            .repositories()
            .ended()
            .find(one.repository)
            .filter(holding -> holding.phase() != EndedRepository.Phase.ERASING)
            .isEmpty();
      });
      assertThat(bench.refs(one.repository)).isEqualTo("none");
      assertThat(bench.isServed(one.issue)).isFalse();
    }
  }
}
