package dev.graspd.system.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.base.FailPoints;
import dev.graspd.testkit.Eventually;
import dev.graspd.testkit.ServerProcess;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.Peer;
import dev.graspd.testkit.suite.SharedServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The server ends while repositories are deleted, restored and erased, and while packs are
 * exchanged, again and again, on the same data: at every named place, and by SIGKILL at random
 * moments. The next one finds all of it done or nothing, goes on where that was left, and has
 * touched nothing beside it. Seed: {@code -Dgraspd.kill.seed}.
 */
@Timeout(300)
@Claims("grasp-8")
class EndingKillTest {
  private static final long SEED = Long.getLong("graspd.kill.seed", 62);
  private static final int KILL_DELAY_MICROS_MAX = 30_000;

  private static final String DOMAIN = "ending.example.org";

  /** What a life of a server ends in. */
  enum Story {
    DELETION,
    RESTORATION,
    /** A deletion whose time is over at once. */
    ERASURE,
    /** An owner who vanishes: nothing is kept. */
    VANISHING,
    /** Two packs become one. */
    UPKEEP
  }

  /** Where a life ends; by a signal, at any moment, if no place is named. */
  record Round(Story story, String place) {}

  private static final List<Round> ROUNDS =
      Stream.of(
              rounds(
                  Story.DELETION,
                  FailPoints.DELETION_BEFORE_WRITE,
                  FailPoints.DELETION_WRITTEN,
                  FailPoints.GATHERED,
                  ""),
              rounds(
                  Story.RESTORATION, FailPoints.EVENT_BEFORE_WRITE, FailPoints.EVENT_WRITTEN, ""),
              rounds(
                  Story.ERASURE,
                  FailPoints.ERASURE_BEGUN,
                  FailPoints.ERASURE_DISCARDED,
                  FailPoints.ERASURE_PRUNED),
              rounds(
                  Story.VANISHING,
                  FailPoints.TARGET_WRITTEN,
                  FailPoints.PACK_LINKED,
                  FailPoints.INDEX_LINKED,
                  FailPoints.REPACK_WRITTEN,
                  FailPoints.REPACK_REMOVING,
                  ""),
              rounds(Story.UPKEEP, FailPoints.UPKEEP.toArray(String[]::new)))
          .flatMap(rounds -> rounds)
          .toList();

  private static Stream<Round> rounds(Story story, String... places) {
    return Stream.of(places).map(place -> new Round(story, place));
  }

  /** What must be there of a repository. */
  private enum Expected {
    HOSTED,
    BACK,
    KEPT,
    ERASED,
    /** Announced again after that: it waits for its first push, as a new one does. */
    BEGUN_ANEW,
    /** Nobody was told, so it may be either; it must be one of them, and all of it. */
    OLD_OR_NEW
  }

  private final MortalServer mortal =
      new MortalServer(SharedServer.directory("ending-kill"), DOMAIN);
  private final List<Ended> before = new ArrayList<>();

  @TempDir Path temp;

  /** A family whose round is over. */
  private record Ended(CrashEnding family, Round round, Expected expected) {
    boolean isErased() {
      return expected == Expected.ERASED || expected == Expected.BEGUN_ANEW;
    }

    Ended with(Expected other) {
      return new Ended(family, round, other);
    }
  }

  @Test
  void whatEndsHasEndedAndWhatStaysIsWholeWhereverTheServerEnds()
      throws IOException, InterruptedException {
    assertThat(ROUNDS.stream().map(Round::place))
        .as("every place has its round")
        .containsAll(FailPoints.ENDING)
        .containsAll(FailPoints.UPKEEP);
    CrashEnding.Commits commits = CrashEnding.Commits.make(temp.resolve("work"));
    for (int number = 0; number < ROUNDS.size(); number++) {
      Round round = ROUNDS.get(number);
      CrashEnding family = new CrashEnding(DOMAIN, "round-" + number, commits);
      Path armed = temp.resolve("armed-" + number);
      try (ServerProcess server = start(round, armed);
          RelayClient relay = RelayClient.connect(server.uri())) {
        assertLastKept(round, server.uri(), relay);
        prepare(round.story, family, server.uri(), relay);
        Files.createFile(armed);
        boolean promised =
            endAmid(round, family, server, relay, new SplittableRandom(SEED + number));
        before.add(new Ended(family, round, expected(round, promised)));
      }
    }
    assertAllKeptAfterAnOrderlyEnd();
  }

  // ---- one life

  private ServerProcess start(Round round, Path armed) {
    ServerProcess.Builder builder =
        mortal
            .life()
            .environment("NGIT_TEST_TIME_SCALE", "200")
            .environment("NGIT_UPKEEP_GRACE_SECS", "0")
            .testSwitch("failpoint", round.place)
            .testSwitch("failpoint.file", armed.toString());
    if (round.story != Story.UPKEEP) {
      builder.environment("NGIT_UPKEEP_BYTES_PER_HOUR", "0");
    }
    if (round.story == Story.ERASURE) {
      builder
          .environment("NGIT_HOLDING_RETENTION_SECS", "1")
          .environment("NGIT_HOLDING_CLEANUP_INTERVAL_SECS", "1");
    }
    return builder.start();
  }

  /** All that comes before what the life ends in. */
  private static void prepare(Story story, CrashEnding family, URI server, RelayClient relay) {
    family.host(server, relay);
    if (story != Story.UPKEEP) {
      assertThat(family.hostBeside(server, relay)).isTrue();
      family.tie(relay);
    }
    if (story == Story.RESTORATION) {
      family.delete(relay);
    }
  }

  /** Returns whether the client was told that it is done. */
  private static boolean endAmid(
      Round round, CrashEnding family, ServerProcess server, RelayClient relay, SplittableRandom r)
      throws InterruptedException {
    boolean[] promised = {false};
    Thread client =
        Thread.ofPlatform()
            .start(() -> promised[0] = act(round.story, family, server.uri(), relay));
    if (round.place.isEmpty()) {
      // Nothing comes of this wait but another moment for the kill.
      new CountDownLatch(1).await(r.nextInt(KILL_DELAY_MICROS_MAX), TimeUnit.MICROSECONDS);
      server.kill();
    }
    client.join();
    assertThat(server.awaitExit())
        .as("%s: %s", round, server.output())
        .isEqualTo(ServerProcess.KILLED);
    return promised[0];
  }

  private static boolean act(Story story, CrashEnding family, URI server, RelayClient relay) {
    try {
      switch (story) {
        case DELETION, ERASURE -> family.delete(relay);
        case RESTORATION -> assertThat(family.announceAnew(relay)).isEmpty();
        case VANISHING -> family.vanish(relay);
        case UPKEEP -> assertThat(family.hostBeside(server, relay)).isTrue();
      }
      return true;
    } catch (RuntimeException | AssertionError e) {
      // The server is dead, as it should be: what was not answered was not promised.
      return false;
    }
  }

  private static Expected expected(Round round, boolean promised) {
    boolean isDone = promised || !round.place.contains("before-write");
    boolean isUnknown = !promised && round.place.isEmpty();
    return isUnknown
        ? Expected.OLD_OR_NEW
        : switch (round.story) {
          case DELETION -> isDone ? Expected.KEPT : Expected.HOSTED;
          case RESTORATION -> isDone ? Expected.BACK : Expected.KEPT;
          case ERASURE, VANISHING -> Expected.ERASED;
          case UPKEEP -> Expected.HOSTED;
        };
  }

  // ---- what the next life finds

  private void assertLastKept(Round now, URI server, RelayClient relay) throws IOException {
    if (!before.isEmpty()) {
      Ended last = decided(before.removeLast(), relay);
      assertKept(last, server, relay);
      Ended settled = settled(last, server, relay);
      boolean isHosted = settled.expected != Expected.BEGUN_ANEW;
      settled.family.assertClonesWhole(server, temp.resolve("copies-" + last.family), isHosted);
      before.add(settled);
      if (now.story == Story.UPKEEP) {
        Eventually.await(
            () -> before.stream().allMatch(one -> packs(one.family) <= 1) && isQuarantineEmpty());
      }
      mortal.assertSound(last.toString());
    }
  }

  /** What nobody was told of is decided by one look; then all of it must fit. */
  private static Ended decided(Ended one, RelayClient relay) {
    if (one.expected != Expected.OLD_OR_NEW) {
      return one;
    }
    boolean isHosted = one.family.isHosted(relay);
    return one.with(
        switch (one.round.story) {
          case DELETION -> isHosted ? Expected.HOSTED : Expected.KEPT;
          case RESTORATION -> isHosted ? Expected.BACK : Expected.KEPT;
          case ERASURE, VANISHING -> isHosted ? Expected.HOSTED : Expected.ERASED;
          case UPKEEP -> Expected.HOSTED;
        });
  }

  private void assertKept(Ended one, URI server, RelayClient relay) throws IOException {
    CrashEnding family = one.family;
    switch (one.expected) {
      case HOSTED -> family.assertHosted(server, relay, false);
      case BACK -> family.assertHosted(server, relay, true);
      case KEPT, ERASED -> {
        // A server that has just begun goes on with what the one before has left.
        Eventually.await(() -> !family.isServed(relay));
        family.assertEnded(server, relay);
      }
      case BEGUN_ANEW -> assertThat(family.isServed(relay)).as(one.toString()).isFalse();
      case OLD_OR_NEW -> throw new AssertionError(one);
    }
    if (one.isErased()) {
      Eventually.await(() -> Peer.metric(server.getAuthority(), "ngit_holding_repositories") == 0);
    }
    family.assertObjects(mortal.layout(), one.isErased());
    family.assertBesideUntouched(server, relay);
  }

  /** What is kept comes back whole; of what is erased nothing does. */
  private static Ended settled(Ended one, URI server, RelayClient relay) {
    return switch (one.expected) {
      case KEPT -> {
        assertThat(one.family.announceAnew(relay)).as(one.toString()).isEmpty();
        one.family.assertHosted(server, relay, true);
        yield one.with(Expected.BACK);
      }
      case ERASED -> {
        assertThat(one.family.announceAnew(relay)).as(one.toString()).startsWith("purgatory: ");
        yield one.with(Expected.BEGUN_ANEW);
      }
      case HOSTED, BACK, BEGUN_ANEW, OLD_OR_NEW -> one;
    };
  }

  private void assertAllKeptAfterAnOrderlyEnd() throws IOException {
    Round last = new Round(Story.UPKEEP, "");
    try (ServerProcess server = start(last, temp.resolve("never"));
        RelayClient relay = RelayClient.connect(server.uri())) {
      assertLastKept(last, server.uri(), relay);
      for (Ended one : before) {
        assertKept(one, server.uri(), relay);
      }
      relay.hangUp();
      assertThat(server.terminate()).isZero();
    }
    mortal.assertSound("after an orderly end");
  }

  /** The room of a repacking goes right after its pack is in place. */
  private boolean isQuarantineEmpty() {
    try (Stream<Path> rooms = Files.list(mortal.layout().quarantine())) {
      return rooms.findAny().isEmpty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private long packs(CrashEnding family) {
    try (Stream<Path> files = Files.list(mortal.layout().packs(family.identifier()))) {
      return files.filter(file -> file.toString().endsWith(".pack")).count();
    } catch (NoSuchFileException e) {
      return 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
