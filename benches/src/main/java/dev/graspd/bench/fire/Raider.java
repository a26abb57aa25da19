package dev.graspd.bench.fire;

import dev.graspd.testkit.fire.Attack;
import dev.graspd.testkit.fire.Attacks;
import dev.graspd.testkit.fire.Sockets;
import dev.graspd.testkit.fire.Target;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Repeats one attack on its own thread. */
final class Raider implements Attackers.Raid {
  /** Long enough for an attack to have all its connections, short enough to begin several times. */
  private static final Duration AGAIN = Duration.ofSeconds(4);

  private final CountDownLatch end = new CountDownLatch(1);
  private final Thread thread;

  private Raider(Target target, Attack attack, int addresses) {
    this.thread =
        Thread.ofPlatform()
            .name("raider")
            .start(() -> repeat(target, attack, Attacks.addresses().subList(0, addresses)));
  }

  /** Attackers in this process. */
  static Attackers here() {
    return Raider::new;
  }

  /**
   * Attackers in their own process with the lowest priority: real attackers have their own CPUs,
   * and their work must not count as the server's.
   */
  static Attackers elsewhere() {
    return (target, attack, addresses) -> {
      Process process =
          new ProcessBuilder(command(target, attack, addresses))
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      return () -> process.destroyForcibly().onExit().join();
    };
  }

  private static List<String> command(Target target, Attack attack, int addresses) {
    return List.of(
        "nice",
        "-n",
        "19",
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx2g",
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        System.getProperty("java.class.path"),
        Raider.class.getName(),
        target.server().toString(),
        attack.name(),
        Integer.toString(addresses));
  }

  /** Attacks a server by name from so many addresses until the process ends. */
  public static void main(String[] arguments) throws InterruptedException {
    Attack attack =
        FireRow.attacks().stream()
            .filter(each -> each.name().equals(arguments[1]))
            .findFirst()
            .orElseThrow();
    new Raider(FireStage.target(URI.create(arguments[0])), attack, Integer.parseInt(arguments[2]))
        .thread.join();
  }

  private void repeat(Target target, Attack attack, List<String> addresses) {
    try {
      do {
        try (Sockets sockets = new Sockets(target)) {
          attack.begin(sockets, addresses);
          end.await(AGAIN.toMillis(), TimeUnit.MILLISECONDS);
        }
      } while (end.getCount() > 0);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    end.countDown();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
