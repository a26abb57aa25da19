package dev.graspd.server.hosting;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.StorageException;
import dev.graspd.server.family.ended.Deletions;
import java.util.SortedSet;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Continues the work of an earlier process: waits, and changes that a crash interrupted. */
record StartupRecovery(HostingState state, Deletions deletions, ChangedFamilies families) {
  private static final Logger LOG = LoggerFactory.getLogger(StartupRecovery.class);

  /** Tells purgatory about all waits, each with the rest of its time. */
  void tellPurgatory() {
    state.memory().tellAll();
  }

  /** Finishes interrupted changes in the background. */
  void startReconciling() {
    Thread.ofVirtual().name("reconcile").start(this::reconcile);
  }

  private void reconcile() {
    try {
      reconcileAll();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (StorageException e) {
      LOG.debug("bringing repositories into line ends with the store", e);
    }
  }

  /** Families in which something waits come first: there a crash leaves most. */
  private void reconcileAll() throws InterruptedException {
    SortedSet<Identifier> waiting = new TreeSet<>();
    state.held().all().forEach(entry -> waiting.add(entry.until().home()));
    long inLine = deletions.reconcile(waiting) + families.finish();
    if (inLine > 0) {
      LOG.info("{} repositories were brought into line with their events", inLine);
    }
  }
}
