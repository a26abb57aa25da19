package dev.graspd.server.hosting;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.server.family.ended.Deletions;
import dev.graspd.server.family.packs.OrphanedPacks;
import java.util.SortedSet;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Continues the work of an earlier process: waits, and changes that a crash interrupted. */
record StartupRecovery(
    HostingState state, RepositoryStore repositories, Deletions deletions, OrphanedPacks orphans) {
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
    SortedSet<Identifier> families = new TreeSet<>();
    repositories.allRefs().keySet().forEach(address -> families.add(address.identifier()));
    repositories.allSubmissions().forEach(one -> families.add(one.family()));
    repositories.allArrived().forEach(one -> families.add(one.family()));
    state.held().all().forEach(entry -> families.add(entry.until().home()));
    int changed = deletions.reconcile(families);
    if (changed > 0) {
      LOG.info("{} repositories were brought into line with their events", changed);
    }
    orphans.fromBefore();
  }
}
