package dev.graspd.core.talk.thread;

import dev.graspd.core.talk.event.TalkEvent;
import dev.graspd.core.talk.event.TalkEvent.Root;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * All events of one thread.
 *
 * @param others the events beside the root, the oldest first
 */
public record ThreadEvents(Root root, List<TalkEvent> others) {
  public ThreadEvents {
    List<TalkEvent> sorted = new ArrayList<>(others);
    sorted.sort(TalkEvent.OLDEST_FIRST);
    others = List.copyOf(sorted);
  }

  /** Returns the events of a type, the oldest first. */
  public <T extends TalkEvent> List<T> all(Class<T> type) {
    return others.stream().filter(type::isInstance).map(type::cast).toList();
  }

  /** Returns the event of a type that wins among those that count. */
  public <T extends TalkEvent> Optional<T> newest(Class<T> type, Predicate<T> counts) {
    for (TalkEvent event : others.reversed()) {
      if (type.isInstance(event) && counts.test(type.cast(event))) {
        return Optional.of(type.cast(event));
      }
    }
    return Optional.empty();
  }
}
