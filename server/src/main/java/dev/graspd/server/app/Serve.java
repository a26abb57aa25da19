package dev.graspd.server.app;

import dev.graspd.server.ops.NativeFiles;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.Version;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.ops.config.Settings;
import dev.graspd.server.ops.log.LogSetup;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The command that runs the server until somebody ends the process. */
final class Serve {
  private static final Logger LOG = LoggerFactory.getLogger(Serve.class);

  private Serve() {}

  static int run(Settings settings, @Nullable String credentialsDirectory) throws StartRefused {
    Config config = new Config(settings);
    LogSetup.apply(config.log());
    LOG.info("graspd {} starts", Version.current().number());
    settings.remarks().forEach(remark -> LOG.warn("{}", remark));
    NativeFiles nativeFiles = NativeFiles.prepare();
    Server server = Server.start(config, credentialsDirectory);
    AtomicInteger exitCode = new AtomicInteger(Cli.OK);
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> end(server, nativeFiles, exitCode), "shutdown"));
    if (server.awaitFailure()) {
      exitCode.set(Cli.FAILED);
    }
    return exitCode.get();
  }

  /** A JVM that is told to end answers with 143; an orderly end is no failure. */
  private static void end(Server server, NativeFiles nativeFiles, AtomicInteger exitCode) {
    int code = Cli.FAILED;
    try {
      server.close();
      nativeFiles.close();
      LOG.info("graspd has ended");
      code = exitCode.get();
    } catch (RuntimeException e) {
      LOG.error("graspd did not end in order", e);
    } finally {
      Runtime.getRuntime().halt(code);
    }
  }
}
