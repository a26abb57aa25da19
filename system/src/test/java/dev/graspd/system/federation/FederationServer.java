package dev.graspd.system.federation;

import dev.graspd.testkit.Ports;
import dev.graspd.testkit.ServerProcess;
import dev.graspd.testkit.TcpProxy;
import dev.graspd.testkit.suite.QuickStart;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One server of a federation, behind a network that can be cut. Other servers know it by the
 * network's address; clients of a test are on its own side, and reach it whenever it runs.
 */
final class FederationServer implements AutoCloseable {
  private static final String HOST = "127.0.0.1";

  private final int number;
  private final Path directory;
  private final Map<String, String> settings;
  private final int port = Ports.reserve();
  private final TcpProxy network = TcpProxy.before(HOST, port);

  /** Written by one thread at a time; clients look whether it is there. */
  private volatile @Nullable ServerProcess process;

  private int lives;

  FederationServer(int number, Path directory, Map<String, String> settings) {
    this.number = number;
    this.directory = directory;
    this.settings = settings;
  }

  int number() {
    return number;
  }

  Path directory() {
    return directory;
  }

  String domain() {
    return HOST + ":" + network.port();
  }

  /** The address that announcements name. */
  URI service() {
    return URI.create("ws://" + domain());
  }

  /** The address that clients use. */
  URI own() {
    return URI.create("ws://" + HOST + ":" + port);
  }

  void suffer(FederationScript.Blow blow) {
    switch (blow) {
      case KILL -> kill();
      case START -> start();
      case CUT -> network.cut();
      case LOSE -> network.lose();
      case HEAL -> network.heal();
    }
  }

  boolean isRunning() {
    return process != null;
  }

  void start() {
    if (!isRunning()) {
      process =
          QuickStart.hosting(directory, domain())
              .environment("NGIT_BIND_ADDRESS", HOST + ":" + port)
              .environment(settings)
              .start();
    }
  }

  private void kill() {
    ServerProcess ending = process;
    if (ending != null) {
      process = null;
      ending.kill();
      keepLog(ending);
    }
  }

  /** Asks it to end, and waits. */
  void stop() {
    ServerProcess ending = process;
    if (ending != null) {
      process = null;
      int _ = ending.terminate();
      keepLog(ending);
    }
  }

  /** Its log stays for people. */
  private void keepLog(ServerProcess ended) {
    try {
      Files.write(directory.resolve("log-" + lives++ + ".txt"), ended.output());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    kill();
    network.close();
  }

  @Override
  public String toString() {
    return "server " + number;
  }
}
