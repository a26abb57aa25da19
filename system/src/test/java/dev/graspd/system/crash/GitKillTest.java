package dev.graspd.system.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.base.FailPoints;
import dev.graspd.server.store.StoreReport;
import dev.graspd.server.store.embedded.EmbeddedEngine;
import dev.graspd.testkit.ServerProcess;
import dev.graspd.testkit.suite.SharedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The server ends in the middle of pushes by real git, again and again, on the same data: at every
 * named place, and by SIGKILL at random moments. The next start must find all that a client was
 * promised, nothing that was refused, nothing half, and a second start nothing to do. Seeds: {@code
 * -Dgraspd.kill.seed}, {@code -Dgraspd.gitkill.rounds}.
 */
class GitKillTest {
  /** Of so many rounds the last one ends at any moment, the others at a named place. */
  private static final int CYCLE = 4;

  private static final int ROUNDS = Integer.getInteger("graspd.gitkill.rounds", 28);
  private static final long SEED = Long.getLong("graspd.kill.seed", 62);
  private static final int KILL_DELAY_MILLIS_MAX = 700;

  private static final String DOMAIN = "crash.example.org";

  private final MortalServer mortal = new MortalServer(SharedServer.directory("git-kill"), DOMAIN);
  private final Path relay = mortal.relayData();
  private final Path git = mortal.gitData();

  @TempDir Path temp;

  @Test
  void nothingPromisedIsLostAndNothingHalfIsLeft() throws IOException, InterruptedException {
    CrashPushes.Commits commits = CrashPushes.commits(temp.resolve("work"));
    CrashPushes previous = null;
    SortedSet<String> endedAt = new TreeSet<>();
    for (int number = 0; number < ROUNDS; number++) {
      RandomGenerator random = new SplittableRandom(SEED * 1000 + number);
      String place = place(number);
      boolean submits = (place.isEmpty() ? number / CYCLE : placeAt(number)) % 2 == 1;
      CrashPushes pushes = new CrashPushes(DOMAIN, "round-" + number, commits, submits);
      try (ServerProcess server = start(place, placeAt(number) / FailPoints.ALL.size())) {
        if (previous != null) {
          mortal.assertSound("after round " + (number - 1) + " of seed " + SEED);
          assertKept(previous, server, "copy-" + number);
        }
        if (endAmid(server, pushes, place, random)) {
          endedAt.add(place);
        }
      }
      previous = pushes;
    }
    assertThat(endedAt).as("places").containsAll(FailPoints.ALL.subList(0, placesTried()));
    assertSecondStartChangesNothing(previous);
  }

  /** A short run, for a quick look, does not get to all of them. */
  private static int placesTried() {
    return Math.min(FailPoints.ALL.size(), placeAt(ROUNDS));
  }

  private void assertKept(CrashPushes pushes, ServerProcess server, String copy)
      throws IOException {
    pushes.assertGitKept(server.uri(), temp.resolve(copy));
    pushes.assertEventsKept(server.uri());
    pushes.assertNothingRefusedIsHere(mortal.layout());
  }

  private static String place(int number) {
    boolean isAnyMoment = number % CYCLE == CYCLE - 1;
    return isAnyMoment ? "" : FailPoints.ALL.get(placeAt(number) % FailPoints.ALL.size());
  }

  /** How many rounds at places come before a round. */
  private static int placeAt(int number) {
    return number / CYCLE * (CYCLE - 1) + number % CYCLE;
  }

  /** Returns whether the server ended by itself. */
  private static boolean endAmid(
      ServerProcess server, CrashPushes pushes, String place, RandomGenerator random)
      throws InterruptedException {
    Thread client = Thread.ofPlatform().start(() -> pushes.run(server.uri()));
    if (place.isEmpty()) {
      // Nothing comes of this wait but another moment for the kill.
      new CountDownLatch(1).await(random.nextInt(KILL_DELAY_MILLIS_MAX), TimeUnit.MILLISECONDS);
      server.kill();
    }
    client.join();
    boolean byItself = !place.isEmpty() && !pushes.isDone();
    if (byItself) {
      assertThat(server.awaitExit()).as("%s: %s", place, pushes).isEqualTo(ServerProcess.KILLED);
    }
    return byItself;
  }

  private void assertSecondStartChangesNothing(CrashPushes last) throws IOException {
    try (ServerProcess server = start("", 0)) {
      assertKept(last, server, "copy-last");
      assertThat(server.terminate()).isZero();
    }
    mortal.assertSound("after an orderly end");
    StoreReport report = new EmbeddedEngine().check(relay);
    SortedMap<String, Long> files = files();
    try (ServerProcess server = start("", 0)) {
      assertThat(server.terminate()).isZero();
    }
    assertThat(new EmbeddedEngine().check(relay)).isEqualTo(report);
    assertThat(files()).isEqualTo(files);
    assertThat(doctor()).isZero();
  }

  private int doctor() {
    return mortal.life().arguments("doctor").launch().awaitExit();
  }

  private SortedMap<String, Long> files() throws IOException {
    SortedMap<String, Long> sizes = new TreeMap<>();
    try (Stream<Path> files = Files.walk(git)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        sizes.put(git.relativize(file).toString(), Files.size(file));
      }
    }
    return sizes;
  }

  private ServerProcess start(String place, int passes) {
    return mortal
        .life()
        .testSwitch("failpoint", place)
        .testSwitch("failpoint.passes", Integer.toString(passes))
        .start();
  }
}
