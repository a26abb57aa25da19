package dev.graspd.server.app.command;

import dev.graspd.server.app.server.Server;
import dev.graspd.server.app.server.SettingsReload;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.Version;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.ops.config.Settings;
import dev.graspd.server.ops.data.NativeFiles;
import dev.graspd.server.ops.log.LogSetup;
import dev.graspd.server.ops.systemd.HangUp;
import dev.graspd.server.ops.systemd.StartTime;
import dev.graspd.server.ops.systemd.Supervisor;
import dev.graspd.server.ops.systemd.Watchdog;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The command that runs the server until the process ends. */
final class Serve {
  private static final Logger LOG = LoggerFactory.getLogger(Serve.class);

  private final AtomicReference<@Nullable Server> server = new AtomicReference<>();
  private final AtomicInteger exitCode = new AtomicInteger(Cli.OK);
  private final NativeFiles nativeFiles;
  private final Supervisor supervisor;
  private final SettingsReload.Source source;

  private Serve(NativeFiles nativeFiles, Supervisor supervisor, SettingsFiles files) {
    this.supervisor = supervisor;
    this.source = new SettingsReload.Source(files::again, supervisor);
    this.nativeFiles = nativeFiles;
  }

  static int run(SettingsFiles files, @Nullable String credentialsDirectory, Supervisor supervisor)
      throws StartRefused {
    Settings settings = files.first();
    Config config = new Config(settings);
    LogSetup.apply(config.log());
    LOG.info("graspd {} starts", Version.current().number());
    supervisor.status("starts");
    settings.remarks().forEach(remark -> LOG.warn("{}", remark));
    files.trouble().ifPresent(trouble -> LOG.warn("{}", trouble));
    return new Serve(NativeFiles.prepare(config.data().relayPath()), supervisor, files)
        .run(config, credentialsDirectory);
  }

  private int run(Config config, @Nullable String credentialsDirectory) throws StartRefused {
    // Before the first client sees us: from then on, ending the process must be orderly.
    Runtime.getRuntime().addShutdownHook(new Thread(this::end, "shutdown"));
    HangUp.on(this::hangUp);
    try {
      Server started = start(config, credentialsDirectory);
      server.set(started);
      // After this line, ending the process must be orderly.
      LOG.info(
          "listening on ws://{}{}", Config.hostAndPort(started.address()), config.web().basePath());
      supervisor.ready(started.status());
      try (Watchdog _ = Watchdog.start(started.parts(), supervisor)) {
        if (started.awaitFailure()) {
          exitCode.set(Cli.FAILED);
        }
      }
      return exitCode.get();
    } catch (StartRefused e) {
      exitCode.set(Cli.REFUSED);
      throw e;
    } catch (RuntimeException | Error e) {
      exitCode.set(Cli.FAILED);
      throw e;
    }
  }

  /** Not in the JVM's thread of signals, which a reload would hold up. */
  private void hangUp() {
    Server running = server.get();
    if (running == null) {
      LOG.info("SIGHUP has no effect during the start");
    } else {
      Thread.ofVirtual().name("reload").start(() -> running.reload("SIGHUP"));
    }
  }

  private Server start(Config config, @Nullable String credentialsDirectory) throws StartRefused {
    try (StartTime _ = StartTime.begin(supervisor)) {
      return Server.start(config, credentialsDirectory, source);
    }
  }

  /**
   * Ends the process with our own exit code: the JVM would use 143, but an orderly end is no
   * failure. During the start it ends at once; the store survives that.
   */
  private void end() {
    int code = Cli.FAILED;
    supervisor.stopping();
    try {
      Server running = server.get();
      if (running == null) {
        LOG.info("graspd ends during its start");
      } else {
        LOG.info("graspd ends: it finishes what is under way, for at most 15 seconds");
        running.close();
        LOG.info("graspd has ended");
      }
      nativeFiles.close();
      code = exitCode.get();
    } catch (RuntimeException e) {
      LOG.error("graspd did not end in order", e);
    } finally {
      Runtime.getRuntime().halt(code);
    }
  }
}
