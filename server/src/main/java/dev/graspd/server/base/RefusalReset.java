package dev.graspd.server.base;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.store.StoreTransaction;
import dev.graspd.core.store.UnwantedEvent;
import dev.graspd.core.store.UnwantedStore;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Forgets refusals, so that sync fetches the events again and the gate decides again. */
public final class RefusalReset {
  private static final int SLICE_WORK = 10_000;
  private static final int FORGOTTEN_AT_ONCE = 1_000;

  private RefusalReset() {}

  /**
   * Forgets the rows that match, in small transactions; returns how many. Blocks.
   *
   * @param writer writes one transaction and waits for it
   */
  public static int forget(
      UnwantedStore unwanted,
      long nowSeconds,
      Predicate<UnwantedEvent> matches,
      Consumer<Consumer<StoreTransaction>> writer) {
    List<EventId> ids = new ArrayList<>();
    UnwantedStore.Run run = unwanted.unwanted(nowSeconds);
    boolean done = false;
    while (!done) {
      done =
          run.next(
              SLICE_WORK,
              row -> {
                if (matches.test(row)) {
                  ids.add(row.id());
                }
              });
    }
    for (int from = 0; from < ids.size(); from += FORGOTTEN_AT_ONCE) {
      List<EventId> some = ids.subList(from, Math.min(ids.size(), from + FORGOTTEN_AT_ONCE));
      writer.accept(tx -> some.forEach(tx::forgetUnwanted));
    }
    return ids.size();
  }
}
