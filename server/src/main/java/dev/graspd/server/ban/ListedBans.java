package dev.graspd.server.ban;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.store.ban.BanStore;
import dev.graspd.core.store.ban.BlockLists;
import dev.graspd.core.store.ban.BlockLists.Entry;
import dev.graspd.core.store.ban.ListChange;
import dev.graspd.core.store.ban.Order;
import dev.graspd.server.role.Mandate;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out what {@link ListChange} decides: bans for entries that were added to a list of the
 * configuration while the server runs.
 *
 * @param started the lists that the rules of this start know
 * @param own the key of this server
 * @param executor for what follows an order; may block
 */
public record ListedBans(
    BanWork work,
    BanStore store,
    BlockLists started,
    PublicKey own,
    InstantSource clock,
    Executor executor) {
  private static final Logger LOG = LoggerFactory.getLogger(ListedBans.class);

  /** The command that asks waits a minute for its answer. */
  private static final Duration FINISHED_WITHIN = Duration.ofSeconds(40);

  /** Ends bans whose entries are gone from the lists since. Their events come back later. */
  public void atStart() {
    ListChange.of(started, started, store.all(), own).end().forEach(one -> lift(one, "start"));
  }

  /**
   * Puts the lists of now in force as far as that is possible; returns lines for the operator.
   * Blocks.
   *
   * @param writes whether this server may write bans
   */
  public List<String> reload(BlockLists now, boolean writes) {
    return writes ? apply(now) : waiting(now);
  }

  private List<String> apply(BlockLists now) {
    ListChange change = ListChange.of(started, now, store.all(), own);
    List<String> lines = new ArrayList<>();
    for (Entry entry : change.begin()) {
      var _ = work.impose(entry.what(), order(entry, "reload"), OptionalLong.empty());
      lines.add(entry.list() + " keeps out from now on: " + entry.what().shown());
    }
    for (Entry entry : change.end()) {
      lift(entry, "reload");
      lines.add(entry.list() + " no longer keeps out: " + entry.what().shown());
    }
    change.waiting().forEach(list -> lines.add(list + " needs a restart for some of its entries"));
    if (!change.begin().isEmpty() || !change.end().isEmpty()) {
      finish(change, lines);
    }
    return lines;
  }

  private List<String> waiting(BlockLists now) {
    return ListChange.changed(started, now).stream()
        .map(list -> list + " needs a restart: this server is read-only")
        .toList();
  }

  private void lift(Entry entry, String door) {
    var _ = work.lift(entry.what(), order(entry, door));
  }

  private Order order(Entry entry, String door) {
    return new Order(entry.list(), door, "", clock.instant().getEpochSecond());
  }

  private void finish(ListChange change, List<String> lines) {
    CompletableFuture<Void> rest =
        CompletableFuture.runAsync(
            () -> {
              change.begin().forEach(one -> work.finish(one.what(), Mandate.NONE));
              change.end().forEach(one -> work.finish(one.what(), Mandate.NONE));
            },
            executor);
    try {
      rest.get(FINISHED_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      LOG.debug("the lists take long", e);
      lines.add("what is here is still being changed: 'graspd ban list' shows when that is done");
    } catch (ExecutionException e) {
      LOG.warn("the lists are not applied to all that is here", e);
      lines.add(
          "not all that is here could be changed, and the next start continues: " + e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      lines.add("the next start does the rest");
    }
  }
}
