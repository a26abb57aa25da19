package dev.graspd.server.family.packs;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.RepositoryStore.Rows;
import dev.graspd.core.store.StorageException;
import dev.graspd.server.base.FamilyWalk;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks the git data of every family once: first quickly, then byte by byte, one family after the
 * other on one thread, with long pauses (see {@link PackHealth}). No {@code WorkerThread}: a family
 * of many bytes is read to its end, and a stop waits for that at most {@link #END_MAX}.
 */
public final class IntegrityCheck implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(IntegrityCheck.class);
  private static final Duration END_MAX = Duration.ofSeconds(10);

  private final RepositoryStore store;
  private final ObjectRepair repair;
  private final Thread thread = Thread.ofPlatform().daemon().name("integrity").unstarted(this::run);

  public IntegrityCheck(RepositoryStore store, ObjectRepair repair) {
    this.store = store;
    this.repair = repair;
  }

  public void start() {
    thread.start();
  }

  /** Returns whether the check is complete, or was stopped. */
  boolean isOver() {
    return thread.getState() == Thread.State.TERMINATED;
  }

  private void run() {
    try {
      checkLossesAgain();
      for (PackHealth.Depth depth : PackHealth.Depth.values()) {
        round(depth);
      }
    } catch (InterruptedException e) {
      LOG.debug("the check of git data is left to the next take-over");
    } catch (StorageException e) {
      LOG.debug("the check of git data ends with the store", e);
    }
  }

  /** First what is known: files may be back, and the hunt begins again. */
  private void checkLossesAgain() throws InterruptedException {
    long families =
        new FamilyWalk(store).visit(Rows.LOST, family -> check(family, repair::checkAgain));
    if (families > 0) {
      LOG.info("checked {} repository families that had lost git data", families);
    }
  }

  private void round(PackHealth.Depth depth) throws InterruptedException {
    FamilyWalk walk = new FamilyWalk(store);
    long families = walk.visit(Rows.PACKS, family -> check(family, store.packs(family), depth));
    if (depth == PackHealth.Depth.QUICK) {
      families += walk.visit(Rows.REFS, this::checkWithoutPacks);
    }
    String how =
        switch (depth) {
          case QUICK -> "that its files are there";
          case THOROUGH -> "every byte";
        };
    LOG.info("checked the git data of {} repository families: {}", families, how);
  }

  /** Refs of a family that has lost even the rows of its packs are found to be empty. */
  private void checkWithoutPacks(Identifier family) throws InterruptedException {
    if (store.packs(family).isEmpty()
        && store.refs(family).values().stream().anyMatch(refs -> !refs.values().isEmpty())) {
      check(family, List.of(), PackHealth.Depth.QUICK);
    }
  }

  private void check(Identifier family, List<PackRecord> packs, PackHealth.Depth depth)
      throws InterruptedException {
    check(family, one -> repair.check(one, packs, depth));
  }

  /** A family that cannot be checked does not stop the others. */
  private static void check(Identifier family, FamilyWalk.Visitor check)
      throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    try {
      check.visit(family);
    } catch (RuntimeException e) {
      LOG.error("the git data of {} cannot be checked", family, e);
    }
  }

  @Override
  public void close() {
    if (!thread.isAlive()) {
      return;
    }
    thread.interrupt();
    try {
      boolean _ = thread.join(END_MAX);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
