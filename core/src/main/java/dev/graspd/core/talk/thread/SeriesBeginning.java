package dev.graspd.core.talk.thread;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.talk.event.RootKind;
import dev.graspd.core.talk.event.TalkEvent;
import dev.graspd.core.talk.event.TalkEvent.PatchPosition;
import dev.graspd.core.talk.event.TalkEvent.Root;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Finds what begins the thread of an event that could begin one: a patch that follows another one
 * is in that one's thread (W-40), as {@link Threads} has it for events that were read together.
 */
public final class SeriesBeginning {
  /** Patches before the one that is asked for; a stranger chooses how many there are. */
  static final int PATCHES_MAX = 200;

  private SeriesBeginning() {}

  /**
   * Goes back from patch to patch.
   *
   * @param here reads an event that is served
   * @param isOurs whether such an event can begin a thread of the repository
   */
  public static Root of(
      Root event, Function<EventId, Optional<TalkEvent>> here, Predicate<Root> isOurs) {
    Root first = event;
    Optional<Root> at = before(event, here);
    for (int i = 0; i < PATCHES_MAX && at.isPresent(); i++) {
      first = isOurs.test(at.get()) ? at.get() : first;
      at = before(at.get(), here);
    }
    return first;
  }

  private static Optional<Root> before(Root event, Function<EventId, Optional<TalkEvent>> here) {
    return event
        .patch()
        .flatMap(PatchPosition::previous)
        .flatMap(here)
        .filter(Root.class::isInstance)
        .map(Root.class::cast)
        .filter(root -> root.kind() == RootKind.PATCH);
  }
}
