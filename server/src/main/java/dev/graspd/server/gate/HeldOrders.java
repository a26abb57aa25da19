package dev.graspd.server.gate;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.Waiting;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** What an operator can have done to held events: see them, and drop them. Thread-safe. */
public final class HeldOrders {
  private final HeldIndex held;
  private final Function<EventId, CompletionStage<Boolean>> drop;

  HeldOrders(HeldIndex held, Function<EventId, CompletionStage<Boolean>> drop) {
    this.held = held;
    this.drop = drop;
  }

  /**
   * Which held events are meant: those to which all apply that are given.
   *
   * @param identifier of their repository
   * @param author who signed them
   * @param id the only one
   */
  public record Selection(
      Optional<Identifier> identifier, Optional<PublicKey> author, Optional<EventId> id) {
    /** All of them. */
    public static final Selection ALL =
        new Selection(Optional.empty(), Optional.empty(), Optional.empty());

    /** Returns whether a held event is meant. */
    public boolean covers(Waiting row) {
      return identifier.filter(one -> !one.equals(row.until().home())).isEmpty()
          && author.filter(one -> !one.equals(row.author())).isEmpty()
          && id.filter(one -> !one.equals(row.id())).isEmpty();
    }
  }

  /** Returns what is held and meant, by identifier and id. */
  public List<Waiting> find(Selection selection) {
    return sorted(held.all().stream().map(HeldIndex.Entry::row).toList(), selection);
  }

  /** Returns the rows that are meant, by identifier and id. */
  public static List<Waiting> sorted(List<Waiting> rows, Selection selection) {
    return rows.stream()
        .filter(selection::covers)
        .sorted(
            Comparator.comparing((Waiting row) -> row.until().home()).thenComparing(Waiting::id))
        .toList();
  }

  /** Drops what is meant, one after the other; returns how many there were. Blocks. */
  public int drop(Selection selection) {
    int dropped = 0;
    for (Waiting row : find(selection)) {
      dropped += drop.apply(row.id()).toCompletableFuture().join() ? 1 : 0;
    }
    return dropped;
  }
}
