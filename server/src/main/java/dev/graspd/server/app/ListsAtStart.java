package dev.graspd.server.app;

import dev.graspd.core.policy.AdmissionRules;
import dev.graspd.server.gate.Exclusion;
import dev.graspd.server.store.lmdb.LmdbEventStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The operator's lists, applied to what is here when a server starts. */
final class ListsAtStart {
  private static final Logger LOG = LoggerFactory.getLogger(ListsAtStart.class);

  /** How long clients wait for the operator's lists to be applied. */
  private static final Duration CURATION_MAX = Duration.ofSeconds(10);

  private ListsAtStart() {}

  /**
   * Applies the operator's lists before clients are served: whoever is kept out is not shown once
   * more. What takes too long goes on meanwhile, and by the next start if this one ends before.
   */
  static void apply(
      LmdbEventStore store,
      AdmissionRules rules,
      Optional<HostingSetup> hosting,
      InstantSource clock) {
    CountDownLatch done = new CountDownLatch(1);
    Thread.ofVirtual()
        .name("curation")
        .start(() -> {
          try {
            hosting.ifPresentOrElse(
                one -> one.host().orders().curate(store),
                () -> rules.bannedAuthors().forEach(new Exclusion(store, clock)::removeServed));
          } catch (RuntimeException e) {
            LOG.error("the operator's lists are not applied yet; the next start goes on", e);
          } finally {
            done.countDown();
          }
        });
    try {
      if (!done.await(CURATION_MAX.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.info("the operator's lists take long to apply; clients are served meanwhile");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
