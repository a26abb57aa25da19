package dev.graspd.server.ops.systemd;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The service manager that started this process, if one did and wants to be told.
 *
 * @param socket the value of NOTIFY_SOCKET
 * @param watchdog how long it waits for a sign of life before it ends this process
 */
public record Supervisor(Optional<String> socket, Optional<Duration> watchdog) {
  private static final Logger LOG = LoggerFactory.getLogger(Supervisor.class);

  /**
   * Reads what systemd sets.
   *
   * @param pid of this process: the watchdog may be meant for another one
   */
  public static Supervisor of(Map<String, String> environment, long pid) {
    Optional<String> socket =
        Optional.ofNullable(environment.get("NOTIFY_SOCKET"))
            .filter(text -> text.startsWith("/") || text.startsWith("@"));
    String meant = environment.getOrDefault("WATCHDOG_PID", String.valueOf(pid));
    Optional<Duration> watchdog =
        Optional.ofNullable(environment.get("WATCHDOG_USEC"))
            .filter(text -> text.matches("[1-9][0-9]{0,14}") && meant.equals(String.valueOf(pid)))
            .map(text -> Duration.ofNanos(Long.parseLong(text) * 1_000));
    return new Supervisor(socket, socket.flatMap(_ -> watchdog));
  }

  public void ready(String status) {
    tell("READY=1\nSTATUS=" + oneLine(status));
  }

  /**
   * The settings are read again from now on, until {@link #ready}.
   *
   * @param monotonicNanos the system's time since its start, by which a late message is recognised
   */
  public void reloading(long monotonicNanos) {
    tell("RELOADING=1\nMONOTONIC_USEC=" + monotonicNanos / 1_000 + "\nSTATUS=reads its settings");
  }

  public void status(String status) {
    tell("STATUS=" + oneLine(status));
  }

  /** Asks for more time to start or to end. */
  void extend(Duration time, String status) {
    tell("EXTEND_TIMEOUT_USEC=" + time.toNanos() / 1_000 + "\nSTATUS=" + oneLine(status));
  }

  public void stopping() {
    tell("STOPPING=1\nSTATUS=finishes what is under way");
  }

  void alive() {
    tell("WATCHDOG=1");
  }

  private static String oneLine(String text) {
    return text.replace('\n', ' ');
  }

  private void tell(String text) {
    if (socket.isEmpty()) {
      return;
    }
    try {
      UnixDatagram.send(socket.get(), text);
    } catch (IOException e) {
      LOG.warn(
          "the service manager cannot be told {}: {}", text.replace('\n', ' '), e.getMessage());
    }
  }
}
