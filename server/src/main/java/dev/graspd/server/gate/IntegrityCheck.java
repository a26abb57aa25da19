package dev.graspd.server.gate;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.RepositoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks once after the start whether the git data of every family is what was written: first
 * quickly, then byte by byte, one family after the other on one thread, which rests most of the
 * time (see {@link PackHealth}). Then it ends: what a running server has written it knows.
 */
final class IntegrityCheck implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(IntegrityCheck.class);
  private static final Duration END_MAX = Duration.ofSeconds(10);

  private final RepositoryStore store;
  private final Supplier<List<Identifier>> hosted;
  private final Mending mending;
  private final Thread thread = Thread.ofPlatform().daemon().name("integrity").unstarted(this::run);

  IntegrityCheck(RepositoryStore store, Supplier<List<Identifier>> hosted, Mending mending) {
    this.store = store;
    this.hosted = hosted;
    this.mending = mending;
  }

  void start() {
    thread.start();
  }

  /** Returns whether it has looked at everything, or was ended. */
  boolean isOver() {
    return thread.getState() == Thread.State.TERMINATED;
  }

  private void run() {
    try {
      for (PackHealth.Depth depth : PackHealth.Depth.values()) {
        round(depth);
      }
    } catch (InterruptedException e) {
      LOG.debug("the check of git data is left to the next start");
    }
  }

  private void round(PackHealth.Depth depth) throws InterruptedException {
    SortedMap<Identifier, List<PackRecord>> families = new TreeMap<>();
    hosted.get().forEach(family -> families.put(family, new ArrayList<>()));
    for (PackRecord pack : store.packs()) {
      families.computeIfAbsent(pack.family(), _ -> new ArrayList<>()).add(pack);
    }
    for (var entry : families.entrySet()) {
      check(entry.getKey(), entry.getValue(), depth);
    }
    String how =
        switch (depth) {
          case QUICK -> "that its files are there";
          case THOROUGH -> "every byte";
        };
    LOG.info("checked the git data of {} repository families: {}", families.size(), how);
  }

  /** One family that cannot be looked at does not keep the others from it. */
  private void check(Identifier family, List<PackRecord> packs, PackHealth.Depth depth)
      throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    try {
      mending.check(family, packs, depth);
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
