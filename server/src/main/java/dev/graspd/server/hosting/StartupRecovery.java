package dev.graspd.server.hosting;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.role.RoleLostException;
import dev.graspd.core.store.StorageException;
import dev.graspd.server.base.WorkerThread;
import dev.graspd.server.family.ended.Deletions;
import dev.graspd.server.role.Duty;
import dev.graspd.server.role.Mandate;
import dev.graspd.server.role.Tenure;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finishes changes that a crash of another process interrupted, in the background. */
record StartupRecovery(HostingState state, Deletions deletions, ChangedFamilies families)
    implements Duty {
  private static final Logger LOG = LoggerFactory.getLogger(StartupRecovery.class);

  /** It is never interrupted, which would close files under git's readers. */
  @Override
  public Tenure begin(Mandate mandate) {
    AtomicBoolean isOver = new AtomicBoolean();
    WorkerThread thread =
        WorkerThread.uninterrupted(
            "reconcile",
            () -> reconcile(mandate, () -> isOver.get() || !mandate.isHeld()),
            () -> isOver.set(true));
    thread.start();
    return thread::close;
  }

  private void reconcile(Mandate mandate, BooleanSupplier isOver) {
    try {
      reconcileAll(mandate, isOver);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (StorageException e) {
      LOG.debug("bringing repositories into line ends with the store", e);
    } catch (RoleLostException e) {
      LOG.debug("bringing repositories into line is left to the next holder", e);
    }
  }

  /** Families in which something waits come first: there a crash leaves most. */
  private void reconcileAll(Mandate mandate, BooleanSupplier isOver) throws InterruptedException {
    SortedSet<Identifier> waiting = new TreeSet<>();
    state.held().all().forEach(entry -> waiting.add(entry.until().home()));
    long inLine = 0;
    for (Identifier family : waiting) {
      if (!isOver.getAsBoolean()) {
        inLine += deletions.reconcile(new TreeSet<>(Collections.singleton(family)));
      }
    }
    inLine += families.finish(mandate, isOver);
    if (inLine > 0) {
      LOG.info("{} repositories were brought into line with their events", inLine);
    }
  }
}
