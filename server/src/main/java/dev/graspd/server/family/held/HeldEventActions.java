package dev.graspd.server.family.held;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.Waiting;
import dev.graspd.server.base.Await;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/** Actions of an operator on held events: find them and drop them. Thread-safe. */
public final class HeldEventActions {
  private final Supplier<List<HeldIndex.Entry>> held;
  private final Function<EventId, CompletionStage<Boolean>> drop;

  /**
   * Creates actions.
   *
   * @param held the rows of all held events, as they are on disk now
   */
  public HeldEventActions(
      Supplier<List<HeldIndex.Entry>> held, Function<EventId, CompletionStage<Boolean>> drop) {
    this.held = held;
    this.drop = drop;
  }

  /**
   * A selection of held events by all given values.
   *
   * @param identifier of their family
   */
  public record Selection(
      Optional<Identifier> identifier, Optional<PublicKey> author, Optional<EventId> id) {

    public static final Selection ALL =
        new Selection(Optional.empty(), Optional.empty(), Optional.empty());

    public boolean covers(Waiting row) {
      return identifier.filter(one -> !one.equals(row.until().home())).isEmpty()
          && author.filter(one -> !one.equals(row.author())).isEmpty()
          && id.filter(one -> !one.equals(row.id())).isEmpty();
    }
  }

  /** Returns the selected held events, by identifier and id. */
  public List<Waiting> find(Selection selection) {
    return sorted(held.get().stream().map(HeldIndex.Entry::row).toList(), selection);
  }

  /** Returns the selected rows, by identifier and id. */
  public static List<Waiting> sorted(List<Waiting> rows, Selection selection) {
    return rows.stream()
        .filter(selection::covers)
        .sorted(
            Comparator.comparing((Waiting row) -> row.until().home()).thenComparing(Waiting::id))
        .toList();
  }

  /** Drops the selected events, one after the other; returns how many. Blocks. */
  public int drop(Selection selection) {
    int dropped = 0;
    for (Waiting row : find(selection)) {
      dropped += Await.answerOf(drop.apply(row.id())) ? 1 : 0;
    }
    return dropped;
  }
}
