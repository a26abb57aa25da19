package dev.graspd.bench.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** Starts servers of ours. */
@FunctionalInterface
public interface Hosts {
  /** A server that runs until it is closed. */
  interface Host extends AutoCloseable {
    Relay relay();

    @Override
    void close();
  }

  /** Starts one on an existing directory, at a given port. */
  Host start(Path data, int port, Map<String, String> settings)
      throws IOException, InterruptedException;

  /** Each in its own process. */
  static Hosts processes(Launcher launcher) {
    return (data, port, settings) -> {
      var server = launcher.start(data, port, settings);
      return new Host() {
        @Override
        public Relay relay() {
          return server;
        }

        @Override
        public void close() {
          server.close();
        }
      };
    };
  }
}
