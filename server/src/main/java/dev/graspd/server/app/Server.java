package dev.graspd.server.app;

import dev.graspd.server.ops.DataDirectories;
import dev.graspd.server.ops.Lifecycle;
import dev.graspd.server.ops.Lifecycle.Phase;
import dev.graspd.server.ops.ServerKey;
import dev.graspd.server.ops.ServerKeys;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.Version;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.ops.metrics.ServerMetrics;
import java.security.SecureRandom;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The running server: builds its parts in order, takes them down in reverse. */
public final class Server implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Server.class);

  private final DataDirectories data;
  private final Lifecycle lifecycle = new Lifecycle();
  private final CountDownLatch failure = new CountDownLatch(1);

  private Server(DataDirectories data) {
    this.data = data;
  }

  /** Starts a server and returns when it is ready. */
  public static Server start(Config config, @Nullable String credentialsDirectory)
      throws StartRefused {
    DataDirectories data = DataDirectories.open(config.data());
    ServerKey key =
        new ServerKeys(config.ownerNsec(), credentialsDirectory, data.relay())
            .findOrMake(data, new SecureRandom());
    ServerMetrics metrics = new ServerMetrics(config.metrics().abuseThreshold(), Version.current());
    Server server = new Server(data);
    LOG.info("the server's key is {}", key);
    metrics.addJvm();
    server.lifecycle.reach(Phase.READY);
    return server;
  }

  /** Waits until the store fails for good; returns false when the waiting is interrupted. */
  boolean awaitFailure() {
    try {
      failure.await();
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Finishes what is under way and releases the data directories. */
  @Override
  public void close() {
    lifecycle.reach(Phase.DRAINING);
    data.close();
  }
}
