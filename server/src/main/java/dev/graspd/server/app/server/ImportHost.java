package dev.graspd.server.app.server;

import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.policy.AdmissionRules;
import dev.graspd.core.store.Store;
import dev.graspd.server.base.WorkerThread;
import dev.graspd.server.charge.Budgets;
import dev.graspd.server.diary.Diary;
import dev.graspd.server.family.HuntListener;
import dev.graspd.server.family.held.HeldCharges;
import dev.graspd.server.gate.DormantRooms;
import dev.graspd.server.gate.Gate;
import dev.graspd.server.gate.PlainReception;
import dev.graspd.server.gate.Secp256k1Verifier;
import dev.graspd.server.migrate.Importer;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.Version;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.ops.data.DataDirectories;
import dev.graspd.server.ops.data.ServerKey;
import dev.graspd.server.ops.metrics.ServerMetrics;
import dev.graspd.server.role.LocalRoles;
import dev.graspd.server.store.StoreOpenException;
import dev.graspd.server.store.StoreOpening;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The parts of the server that an import needs: store, gate, repositories. Nothing listens, dials
 * out, expires or repacks.
 */
public final class ImportHost implements AutoCloseable {
  private final Deque<Runnable> closers = new ArrayDeque<>();
  private final InstantSource clock = InstantSource.system();
  private final Budgets budgets = new Budgets();
  private final Importer.Parts parts;

  /**
   * Opens the store.
   *
   * @param data locked directories, which stay the caller's
   */
  public ImportHost(Config config, DataDirectories data, ServerKey key) throws StartRefused {
    boolean isOpen = false;
    try {
      this.parts = parts(config, data, key);
      isOpen = true;
    } finally {
      if (!isOpen) {
        close();
      }
    }
  }

  public Importer.Parts parts() {
    return parts;
  }

  private Importer.Parts parts(Config config, DataDirectories data, ServerKey key)
      throws StartRefused {
    ServiceAddress service = config.serviceAt(config.web().bind());
    AdmissionRules rules = config.admission(service);
    ServerMetrics metrics = new ServerMetrics(config.metrics().abuseThreshold(), Version.current());
    Store store = store(config, data, metrics);
    closers.push(store::close);
    RememberedIdentity.requireSameName(
        store.repositories(), config.givenDomain(), config.newDomain());
    RememberedIdentity.remember(store, config, key.publicKey());
    Diary diary = new Diary(clock.instant().getEpochSecond());
    PlainReception plain = new PlainReception(store, rules, _ -> {}, clock, DormantRooms.UNLIMITED);
    LocalRoles roles = LocalRoles.takingAll(store);
    closers.push(roles::close);
    HostingSetup hosting =
        HostingSetup.build(
            new HostingSetup.Parts(
                config,
                service,
                config.hosting(service, key.publicKey()),
                rules,
                store,
                plain,
                clock,
                metrics,
                HuntListener.NONE,
                data.git(),
                FreeDisk.bytesAt(data.git()),
                diary,
                budgets,
                HeldCharges.alone()),
            roles,
            closers);
    ExecutorService verifying =
        Executors.newFixedThreadPool(
            Runtime.getRuntime().availableProcessors(), WorkerThread.factory("verify"));
    closers.push(verifying::close);
    Gate gate =
        new Gate(
            store,
            rules,
            new Secp256k1Verifier(),
            verifying,
            hosting.reception(),
            metrics,
            diary,
            clock);
    return new Importer.Parts(
        store,
        gate,
        hosting.host().hunting(),
        hosting.ingest(),
        config.ingest().pushBytes(),
        config.holdingTimes().retention().toSeconds());
  }

  private static Store store(Config config, DataDirectories data, ServerMetrics metrics)
      throws StartRefused {
    try {
      return StoreSetup.engine()
          .open(
              new StoreOpening(
                  data.relay(),
                  config.data().minFreeDiskBytes(),
                  FreeDisk.bytesAt(data.relay()),
                  _ -> {},
                  metrics::committed));
    } catch (StoreOpenException e) {
      throw new StartRefused(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public void close() {
    while (!closers.isEmpty()) {
      closers.pop().run();
    }
  }
}
