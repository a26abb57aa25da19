package dev.graspd.testkit.store;

import dev.graspd.core.nostr.DeletionRequest;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Deletions and requests to vanish of authors, as the model knows them. */
record ModelDeletions(ModelState state) {
  /** The deletion that names this event, the same one whenever it is asked for. */
  Optional<Event> deletionOf(Event event) {
    if (!DeletionRequest.canHide(event.kind())) {
      return Optional.empty();
    }
    return ownDeletions(event, request -> request.ids().contains(event.id()))
        .min(Comparator.comparing(Event::id))
        .or(() ->
            ownDeletions(event, request -> names(request, event))
                .filter(deletion -> deletion.createdAt() >= event.createdAt())
                .min(Event.NEWEST_FIRST));
  }

  private static boolean names(DeletionRequest request, Event event) {
    return event.address().filter(request.addresses()::contains).isPresent();
  }

  private Stream<Event> ownDeletions(Event event, Predicate<DeletionRequest> naming) {
    return state.deletions.stream()
        .filter(deletion -> deletion.author().equals(event.author()))
        .filter(deletion -> naming.test(DeletionRequest.of(deletion)));
  }

  /** The request to vanish that covers this event. */
  Optional<EventId> vanishing(Event event) {
    return Optional.ofNullable(state.vanished.get(event.author()))
        .filter(vanish -> event.createdAt() <= vanish.createdAt())
        .map(Event::id)
        .filter(by -> !by.equals(event.id()));
  }
}
