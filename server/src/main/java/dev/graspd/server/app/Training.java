package dev.graspd.server.app;

import dev.graspd.server.ops.NativeFiles;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.ops.config.Machine;
import dev.graspd.server.ops.config.Settings;
import dev.graspd.server.ops.config.Sources;
import dev.graspd.server.ops.log.LogSetup;
import java.util.Map;

/**
 * A short life for the AOT cache: the JVM writes down which classes a start and a few requests
 * need, and how hot they ran.
 */
final class Training {
  private Training() {}

  static int run() throws StartRefused {
    Config config =
        new Config(
            Settings.read(
                Sources.ofEnvironment(
                    Map.of(
                        "NGIT_BIND_ADDRESS", "127.0.0.1:0",
                        "NGIT_DATABASE_BACKEND", "memory",
                        "NGIT_LOG_LEVEL", "off")),
                Machine.current()));
    LogSetup.apply(config.log());
    try (NativeFiles _ = NativeFiles.prepare();
        Server _ = Server.start(config, null)) {
      return Cli.OK;
    }
  }
}
