package dev.graspd.server.family.held;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.purgatory.Input;
import java.util.function.Consumer;

/** The lapsed events in the index. Thread-safe. */
public record RememberedEvents(HeldIndex held, Consumer<Input> purgatory) implements LapsedEvents {
  @Override
  public boolean isLapsed(EventId id) {
    return held.find(id).filter(entry -> entry.until().lapsed()).isPresent();
  }

  @Override
  public void seenByDailySync(EventId id) {
    held.find(id).ifPresent(entry -> purgatory.accept(new Input.SeenByDailySync(entry.ticket())));
  }
}
