package dev.graspd.system.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.git.objects.Layout;
import dev.graspd.system.disk.LoopDisk;
import dev.graspd.testkit.ServerProcess;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.suite.QuickStart;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * A program for {@code scripts/power}: cuts the power of the disk under two servers, one that takes
 * events and one that takes pushes, again and again at random moments. After each cut everything
 * that was acknowledged must be there, nothing half, and a second start finds nothing to do.
 *
 * <p>Then it tests itself: a server that leaves out the syncs of git's files, and a store that does
 * not sync, must be noticed.
 */
public final class PowerCuts {
  private static final String DOMAIN = "power.example.org";
  private static final long DISK_BYTES = 512L << 20;
  private static final int EVENTS_A_CONNECTION = 1_000;
  private static final int PUSHERS = 2;
  private static final int CUT_AFTER_MILLIS_MIN = 150;
  private static final int CUT_AFTER_MILLIS_MAX = 4_000;

  /** A lie is not always found out: by chance everything may be on disk already. */
  private static final int LYING_ROUNDS_MAX = 10;

  private final LoopDisk disk;
  private final Path temp;
  private final long seed;
  private final String lie;
  private final CrashPushes.Commits commits;
  private long promises;

  private PowerCuts(LoopDisk disk, Path temp, long seed, String lie) {
    this.disk = disk;
    this.temp = temp;
    this.seed = seed;
    this.lie = lie;
    this.commits = CrashPushes.commits(temp.resolve("work"));
  }

  /** Takes the number of rounds and the seed; ends with 1 if something was lost. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    int rounds = Integer.parseInt(arguments[0]);
    long seed = Long.parseLong(arguments[1]);
    Path temp = Files.createTempDirectory("graspd-power");
    boolean isKept = honest(temp, rounds, seed);
    boolean isGitNoticed = isNoticed(temp, "git", seed);
    boolean isStoreNoticed = isNoticed(temp, "store", seed);
    delete(temp);
    System.exit(isKept && isGitNoticed && isStoreNoticed ? 0 : 1);
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private static boolean honest(Path temp, int rounds, long seed)
      throws IOException, InterruptedException {
    try (LoopDisk disk = LoopDisk.make(temp, "honest", DISK_BYTES)) {
      PowerCuts cuts = new PowerCuts(disk, Files.createDirectory(temp.resolve("h")), seed, "");
      for (int round = 0; round < rounds; round++) {
        try {
          cuts.round(round);
        } catch (AssertionError | UncheckedIOException e) {
          System.out.printf("power: round %d of seed %d: %s%n", round, seed, e);
          return false;
        }
      }
      System.out.printf(
          "power: %d cuts, %d promises, all kept; seed %d%n", rounds, cuts.promises, seed);
      return cuts.promises > 0 || rounds == 0;
    }
  }

  /** The test of the tester. */
  private static boolean isNoticed(Path temp, String lie, long seed)
      throws IOException, InterruptedException {
    try (LoopDisk disk = LoopDisk.make(temp, "lying-" + lie, DISK_BYTES)) {
      Path own = Files.createDirectory(temp.resolve("l-" + lie));
      PowerCuts cuts = new PowerCuts(disk, own, seed, lie);
      for (int round = 0; round < LYING_ROUNDS_MAX; round++) {
        try {
          cuts.round(round);
        } catch (AssertionError | UncheckedIOException e) {
          String first = String.valueOf(e.getMessage()).strip().lines().findFirst().orElse("");
          System.out.printf(
              "power: that %s does not sync was noticed in round %d: %s%n", lie, round, first);
          return true;
        }
      }
      System.out.printf("power: that %s does not sync was NOT noticed%n", lie);
      return false;
    }
  }

  private ServerProcess.Builder relay() {
    return QuickStart.relay(disk.directory().resolve("events"))
        .testSwitch("skipsync", lie)
        .environment("NGIT_MIN_FREE_DISK_BYTES", "0");
  }

  private ServerProcess.Builder hosting() {
    return QuickStart.hosting(disk.directory().resolve("pushes"), DOMAIN)
        .testSwitch("skipsync", lie)
        .environment("NGIT_MIN_FREE_DISK_BYTES", "0");
  }

  private void round(int number) throws IOException, InterruptedException {
    EventRound events = new EventRound(number, seed, EVENTS_A_CONNECTION);
    List<CrashPushes> pushes = new ArrayList<>();
    for (int i = 0; i < PUSHERS; i++) {
      pushes.add(new CrashPushes(DOMAIN, "round-" + number + "-" + i, commits));
    }
    try (ServerProcess relay = relay().start();
        ServerProcess hosting = hosting().start()) {
      events.begin(relay, new CountDownLatch(1));
      List<Thread> clients = new ArrayList<>();
      for (CrashPushes one : pushes) {
        clients.add(Thread.ofPlatform().start(() -> one.run(hosting.uri())));
      }
      await(events.random());
      disk.cut();
      relay.kill();
      hosting.kill();
      events.end();
      for (Thread client : clients) {
        client.join();
      }
    }
    disk.restart();
    promises += events.acknowledged();
    promises += pushes.stream().mapToInt(CrashPushes::promises).sum();
    assertKept(number, events, pushes);
    assertSecondStartChangesNothing();
  }

  /** Nothing comes of this wait but another moment for the cut. */
  private static void await(RandomGenerator random) throws InterruptedException {
    int millis = random.nextInt(CUT_AFTER_MILLIS_MIN, CUT_AFTER_MILLIS_MAX);
    boolean _ = new CountDownLatch(1).await(millis, TimeUnit.MILLISECONDS);
  }

  private void assertKept(int number, EventRound events, List<CrashPushes> pushes)
      throws IOException {
    try (ServerProcess relay = relay().start()) {
      try (RelayClient client = RelayClient.connect(relay.uri())) {
        events.assertKept(client);
      }
      assertThat(relay.terminate()).isZero();
    }
    Layout layout = new Layout(disk.directory().resolve("pushes/git"));
    try (ServerProcess hosting = hosting().start()) {
      for (int i = 0; i < pushes.size(); i++) {
        pushes.get(i).assertGitKept(hosting.uri(), temp.resolve("copy-" + number + "-" + i));
        pushes.get(i).assertEventsKept(hosting.uri());
        pushes.get(i).assertNothingRefusedIsHere(layout);
      }
      assertThat(hosting.terminate()).isZero();
    }
  }

  private void assertSecondStartChangesNothing() throws IOException {
    assertSound(relay());
    assertSound(hosting());
    SortedMap<String, Long> before = files();
    try (ServerProcess hosting = hosting().start()) {
      assertThat(hosting.terminate()).isZero();
    }
    assertThat(files()).isEqualTo(before);
  }

  private static void assertSound(ServerProcess.Builder stopped) {
    try (ServerProcess doctor = stopped.arguments("doctor").launch()) {
      int exit = doctor.awaitExit();
      assertThat(exit).as(String.join("\n", doctor.output())).isZero();
    }
  }

  private SortedMap<String, Long> files() throws IOException {
    Path git = disk.directory().resolve("pushes/git");
    SortedMap<String, Long> sizes = new TreeMap<>();
    try (Stream<Path> files = Files.walk(git)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (!file.endsWith("lock")) {
          sizes.put(git.relativize(file).toString(), Files.size(file));
        }
      }
    }
    return sizes;
  }
}
