package dev.graspd.server.migrate;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.Store;
import dev.graspd.core.store.ended.EndedRepository;
import dev.graspd.server.gate.StoreFaults;
import dev.graspd.server.gate.Verdict;
import dev.graspd.server.migrate.ImportPlan.Category;
import dev.graspd.server.migrate.ImportPlan.Item;
import dev.graspd.server.migrate.ImportPlan.Kept;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Ended repositories of the old server in an import (operations.md, M-4): first they are hosted,
 * then their deletions end them, and at last they get the time that was left there. For one thread.
 */
final class KeptImport {
  private static final String NOT_ENDED = "its git data was not found, so there is nothing to keep";

  private final Store store;
  private final long retentionSeconds;
  private final ImportReport report;
  private final Set<RepoAddress> wasHere = new HashSet<>();

  KeptImport(Store store, long retentionSeconds, ImportReport report) {
    this.store = store;
    this.retentionSeconds = retentionSeconds;
    this.report = report;
  }

  /** Returns the events of those that are not kept here yet, in the order of an import. */
  List<Item> missing(List<Kept> kept) {
    List<Item> missing = new ArrayList<>();
    for (Kept one : kept) {
      if (row(one).isPresent()) {
        wasHere.add(one.repository());
      } else {
        missing.addAll(one.events());
      }
    }
    missing.sort(ImportPlan.ORDER);
    return missing;
  }

  private Optional<EndedRepository> row(Kept one) {
    return store
        .repositories()
        .ended()
        .find(one.repository())
        .filter(row -> row.phase().isRestorable());
  }

  /**
   * Sets the times and counts.
   *
   * @param deletions those of the old server
   */
  void finish(List<Kept> kept, Collection<EventId> deletions, Map<EventId, Verdict> verdicts)
      throws IOException {
    Set<String> reasons =
        deletions.stream().map(EndedRepository::becauseOf).collect(Collectors.toSet());
    for (Kept one : kept) {
      Optional<EndedRepository> row = row(one);
      // Also one that an interrupted import has left without its times.
      if (row.isPresent()
          && row.get().sinceSeconds() > one.since()
          && reasons.contains(row.get().because())) {
        setTimes(row.get(), one.since());
      }
      for (Item item : one.events()) {
        if (row.isPresent()) {
          kept(one, item);
        } else {
          leftOut(one, item, verdicts.get(item.id()));
        }
      }
    }
  }

  private void setTimes(EndedRepository row, long since) throws IOException {
    EndedRepository timed =
        new EndedRepository(
            row.repository(),
            row.cause(),
            row.phase(),
            row.refs(),
            row.announcement(),
            row.announcedAt(),
            since,
            since + retentionSeconds,
            row.because());
    try {
      boolean _ =
          store
              .write(tx -> {
                boolean isSame = tx.ended().find(row.repository()).filter(row::equals).isPresent();
                if (isSame) {
                  tx.ended().put(timed);
                }
                return isSame;
              })
              .toCompletableFuture()
              .join();
    } catch (CompletionException e) {
      OwnDisk.require(StoreFaults.refusalOf(e));
      throw e;
    }
  }

  private void kept(Kept one, Item item) {
    if (item.category() != Category.KEPT) {
      report.leftOutOnPurpose(item.category(), "kept with its deleted repository");
    } else if (wasHere.contains(one.repository())) {
      report.alreadyHere(Category.KEPT);
    } else {
      report.brought(Category.KEPT);
    }
  }

  private void leftOut(Kept one, Item item, @Nullable Verdict verdict) {
    if (item.kind() == Kinds.ANNOUNCEMENT && store.known(item.id()) == Known.SERVED) {
      report.difference(
          "%s is served here, though it was deleted there: its deletion was refused"
              .formatted(one.repository().shown()));
    }
    String reason = verdict instanceof Verdict.Refused(var why) ? why.message() : NOT_ENDED;
    report.leftOut(item.category(), reason, 1);
    report.difference(
        "%s, kept event %s: %s".formatted(one.repository().shown(), item.id(), reason));
  }
}
