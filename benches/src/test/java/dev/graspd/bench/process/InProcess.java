package dev.graspd.bench.process;

import dev.graspd.server.app.server.Server;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.ops.config.MachineSize;
import dev.graspd.server.ops.config.Settings;
import dev.graspd.server.ops.config.Sources;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Starts servers in the process of the test. */
public final class InProcess implements Hosts {
  @Override
  public Host start(Path data, int port, Map<String, String> settings) throws IOException {
    SortedMap<String, String> environment = new TreeMap<>(settings);
    environment.put("NGIT_BIND_ADDRESS", "127.0.0.1:" + port);
    environment.put("NGIT_RELAY_DATA_PATH", data.resolve("relay").toString());
    environment.put("NGIT_GIT_DATA_PATH", data.resolve("git").toString());
    environment.put("NGIT_LOG_LEVEL", "off");
    Server server;
    try {
      server =
          Server.start(
              new Config(Settings.read(Sources.ofEnvironment(environment), MachineSize.current())),
              null);
    } catch (Exception e) {
      throw new IOException("the server does not start", e);
    }
    Relay relay = new Relay.Foreign(URI.create("ws://127.0.0.1:" + port + "/"));
    return new Host() {
      @Override
      public Relay relay() {
        return relay;
      }

      @Override
      public void close() {
        server.close();
      }
    };
  }
}
