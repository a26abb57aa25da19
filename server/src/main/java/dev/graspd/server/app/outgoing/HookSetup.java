package dev.graspd.server.app.outgoing;

import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Standing;
import dev.graspd.core.store.Store;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.egress.http.HttpClient;
import dev.graspd.server.hook.HookHost;
import dev.graspd.server.hook.HookSender;
import dev.graspd.server.hook.HookTimes;
import dev.graspd.server.hosting.RepositoryHost;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.ops.metrics.ServerMetrics;
import dev.graspd.server.role.Duty;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Deque;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Builds what sends deliveries to webhooks. */
public record HookSetup(
    Config config,
    ServiceAddress service,
    Store store,
    RepositoryHost host,
    ServerMetrics metrics,
    InstantSource clock,
    SecureRandom random) {

  /** Returns the work of the role HOOKS; its connections end after it. */
  public Duty build(FailPoints failPoints, Deque<Runnable> closers) {
    Connections connections = new Connections(config);
    closers.push(connections::close);
    HookHost hooks =
        new HookHost(
            new HookHost.Parts(
                store,
                this::isServed,
                service,
                new HookSender(connections, HookSender.WITHIN),
                HookTimes.of(clock, config.timeScale()),
                random,
                metrics.hooks(),
                failPoints));
    metrics.addHooks(hooks::waiting);
    return hooks;
  }

  private boolean isServed(RepoAddress repository) {
    return host.repositories()
        .find(RefSpace.ofRepository(repository))
        .filter(one -> one.standing() == Standing.SERVED)
        .isPresent();
  }

  /** Outgoing connections that are made when there is something to send. */
  private static final class Connections implements Supplier<HttpClient> {
    private final Config config;
    private @Nullable OutgoingConnections open;
    private boolean isClosed;

    Connections(Config config) {
      this.config = config;
    }

    @Override
    public synchronized HttpClient get() {
      if (isClosed) {
        throw new IllegalStateException("the server has ended");
      }
      if (open == null) {
        open = OutgoingConnections.ofServer(config);
      }
      return open.egress().http();
    }

    synchronized void close() {
      isClosed = true;
      if (open != null) {
        open.close();
      }
    }
  }
}
