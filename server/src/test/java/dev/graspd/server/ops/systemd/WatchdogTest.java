package dev.graspd.server.ops.systemd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.store.Store;
import dev.graspd.server.egress.dial.Sockets;
import dev.graspd.server.testing.Stores;
import dev.graspd.server.web.Listener;
import dev.graspd.testkit.Eventually;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WatchdogTest {
  private static final String RECEIVER =
      """
      import socket, sys
      s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
      name = sys.argv[1]
      s.bind('\\0' + name[1:] if name[0] == '@' else name)
      print('bound', flush=True)
      while True:
          print(s.recv(4096).decode().replace('\\n', '|'), flush=True)
      """;

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"@graspd-test-%d", "%s/notify"})
  void aRealSocketIsTold(String form) throws IOException {
    String address =
        form.startsWith("@")
            ? form.formatted(ProcessHandle.current().pid())
            : form.formatted(directory);
    Process python = new ProcessBuilder("python3", "-c", RECEIVER, address).start();
    try (BufferedReader lines = python.inputReader()) {
      assertThat(lines.readLine()).isEqualTo("bound");
      Supervisor supervisor =
          Supervisor.of(Map.of("NOTIFY_SOCKET", address, "WATCHDOG_USEC", "3000"), 7);
      supervisor.status("opens the store");
      supervisor.ready("serves\nws://a");
      try (Watchdog _ = Watchdog.start(Map.of("part", Runnable::run), supervisor)) {
        assertThat(lines.readLine()).isEqualTo("STATUS=opens the store");
        assertThat(lines.readLine()).isEqualTo("READY=1|STATUS=serves ws://a");
        assertThat(lines.readLine()).isEqualTo("WATCHDOG=1");
        assertThat(lines.readLine()).isEqualTo("WATCHDOG=1");
      }
      supervisor.reloading(7_654_321);
      supervisor.ready("serves");
      assertThat(lines.lines().dropWhile("WATCHDOG=1"::equals).limit(2))
          .containsExactly(
              "RELOADING=1|MONOTONIC_USEC=7654|STATUS=reads its settings", "READY=1|STATUS=serves");
      supervisor.stopping();
      assertThat(lines.lines().anyMatch(line -> line.startsWith("STOPPING=1|STATUS="))).isTrue();
    } finally {
      python.destroyForcibly();
    }
  }

  @Test
  void nobodyIsToldWithoutASupervisorAndAMissingOneIsNoFailure() {
    assertThat(Supervisor.of(Map.of("WATCHDOG_USEC", "1000"), 7).watchdog()).isEmpty();
    Supervisor gone = Supervisor.of(Map.of("NOTIFY_SOCKET", directory + "/none"), 7);
    gone.ready("x");
    assertThat(gone.socket()).isPresent();
    assertThat(Supervisor.of(Map.of("NOTIFY_SOCKET", "relative"), 7).socket()).isEmpty();
  }

  @Test
  void theWatchdogOfAnotherProcessIsNotOurs() {
    Map<String, String> environment =
        Map.of("NOTIFY_SOCKET", "/x", "WATCHDOG_USEC", "180000000", "WATCHDOG_PID", "7");
    assertThat(Supervisor.of(environment, 7).watchdog())
        .isEqualTo(Optional.of(Duration.ofMinutes(3)));
    assertThat(Supervisor.of(environment, 8).watchdog()).isEmpty();
  }

  @Test
  void aSilentPartStopsTheFeedingUntilItAnswers() {
    List<Runnable> asked = new ArrayList<>();
    AtomicInteger fed = new AtomicInteger();
    try (Watchdog watchdog =
        new Watchdog(Map.of("writer", asked::add, "loop", Runnable::run), fed::incrementAndGet)) {
      watchdog.round();
      watchdog.round();
      watchdog.round();
      assertThat(fed).hasValue(1);
      assertThat(asked).hasSize(1);
      asked.getFirst().run();
      watchdog.round();
      assertThat(fed).hasValue(2);
    }
  }

  @Test
  void aBlockedEventLoopIsNotFed() throws IOException, InterruptedException {
    try (Listener listener =
        Listener.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
      stopsWhileOneIsBlocked(named(listener.loops()));
    }
  }

  @Test
  void aBlockedLoopOfOutgoingConnectionsIsNotFed() throws InterruptedException {
    try (Sockets sockets = Sockets.open(Duration.ofSeconds(1))) {
      stopsWhileOneIsBlocked(named(sockets.loops()));
    }
  }

  private static void stopsWhileOneIsBlocked(SortedMap<String, Executor> loops)
      throws InterruptedException {
    CountDownLatch blocked = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    AtomicInteger fed = new AtomicInteger();
    try (Watchdog watchdog = new Watchdog(loops, fed::incrementAndGet)) {
      for (int rounds = 1; rounds <= 3; rounds++) {
        watchdog.round();
        assertThat(fed).hasValue(rounds);
        Eventually.await(() -> watchdog.silent().isEmpty());
      }
      loops
          .get(loops.lastKey())
          .execute(() -> {
            blocked.countDown();
            waitFor(end);
          });
      blocked.await();
      watchdog.round();
      assertThat(fed).hasValue(4);
      Eventually.await(() -> watchdog.silent().equals(List.of(loops.lastKey())));
      watchdog.round();
      watchdog.round();
      assertThat(fed).hasValue(4);
      end.countDown();
      Eventually.await(() -> watchdog.silent().isEmpty());
      watchdog.round();
      assertThat(fed).hasValue(5);
    } finally {
      end.countDown();
    }
  }

  @Test
  void aWriterThatHangsIsNotFed() throws InterruptedException {
    CountDownLatch blocked = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    AtomicInteger fed = new AtomicInteger();
    try (Store store = Stores.open(directory);
        Watchdog watchdog =
            new Watchdog(
                Map.of("writer", new WriterProbe(() -> store.write(_ -> true))),
                fed::incrementAndGet)) {
      watchdog.round();
      Eventually.await(() -> watchdog.silent().isEmpty());
      var hanging =
          store.write(_ -> {
            blocked.countDown();
            waitFor(end);
            return true;
          });
      blocked.await();
      watchdog.round();
      watchdog.round();
      assertThat(watchdog.silent()).containsExactly("writer");
      assertThat(fed).hasValue(2);
      end.countDown();
      assertThat(hanging.toCompletableFuture().join()).isTrue();
      Eventually.await(() -> watchdog.silent().isEmpty());
      watchdog.round();
      assertThat(fed).hasValue(3);
    } finally {
      end.countDown();
    }
  }

  @Test
  void aRefusedWriteIsAnAnswerAndOneThatCannotBeHandedOverIsNone() {
    AtomicInteger handedOver = new AtomicInteger();
    WriterProbe refused =
        new WriterProbe(
            () -> CompletableFuture.failedFuture(new IllegalStateException("the disk is full")));
    WriterProbe broken =
        new WriterProbe(() -> {
          handedOver.incrementAndGet();
          throw new IllegalStateException("nobody takes it");
        });
    try (Watchdog watchdog = new Watchdog(Map.of("a", refused, "b", broken), () -> {})) {
      watchdog.round();
      Eventually.await(() -> handedOver.get() == 1 && watchdog.silent().equals(List.of("b")));
      watchdog.round();
      assertThat(watchdog.silent()).containsExactly("b");
      assertThat(handedOver).hasValue(1);
    }
  }

  @Test
  void aLongStartAsksForMoreTimeUntilItTakesTooLong() throws IOException {
    String address = directory + "/notify";
    AtomicLong now = new AtomicLong();
    Process python = new ProcessBuilder("python3", "-c", RECEIVER, address).start();
    try (BufferedReader lines = python.inputReader()) {
      assertThat(lines.readLine()).isEqualTo("bound");
      Supervisor supervisor = Supervisor.of(Map.of("NOTIFY_SOCKET", address), 7);
      try (StartTime time = new StartTime(supervisor, now::get)) {
        now.set(Duration.ofMinutes(5).toNanos());
        time.round();
        assertThat(lines.readLine())
            .isEqualTo(
                "EXTEND_TIMEOUT_USEC=180000000|STATUS=starts, for 5 min now; the log says more");
        now.set(StartTime.LONGEST.toNanos());
        time.round();
      }
      try (StartTime _ = StartTime.begin(supervisor)) {
        assertThat(lines.readLine()).startsWith("EXTEND_TIMEOUT_USEC=").contains("for 0 min");
      }
    } finally {
      python.destroyForcibly();
    }
  }

  private static SortedMap<String, Executor> named(List<Executor> loops) {
    SortedMap<String, Executor> named = new TreeMap<>();
    loops.forEach(loop -> named.put("loop " + named.size(), loop));
    return named;
  }

  private static void waitFor(CountDownLatch end) {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
