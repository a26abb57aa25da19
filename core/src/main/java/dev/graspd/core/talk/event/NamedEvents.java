package dev.graspd.core.talk.event;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.nostr.text.Hex;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The events that an event names in tags {@code e}, with their markers (NIP-10). Mentions are left
 * out: they make nothing part of a thread.
 */
record NamedEvents(List<Reference> references) {
  private static final int MARKER = 3;

  /** One tag. */
  record Reference(EventId event, String marker) {
    boolean is(String word) {
      return marker.equals(word);
    }
  }

  static NamedEvents in(Event event) {
    return new NamedEvents(ids(event, "e").filter(reference -> !reference.is("mention")).toList());
  }

  /** Returns the first event that a tag of this name names. */
  static Optional<EventId> first(Event event, String name) {
    return ids(event, name).map(Reference::event).findFirst();
  }

  private static Stream<Reference> ids(Event event, String name) {
    return event.tags().stream()
        .filter(tag -> tag.is(name) && Hex.isLowerHex(tag.value(), 64))
        .map(tag -> new Reference(EventId.parse(tag.value()), marker(tag)));
  }

  private static String marker(Tag tag) {
    return tag.items().size() > MARKER ? tag.items().get(MARKER) : "";
  }

  /** Returns the one marked as root, otherwise the first without a marker, or the first. */
  Optional<EventId> root() {
    return marked("root")
        .or(() -> marked(""))
        .or(() -> references.stream().findFirst().map(Reference::event));
  }

  /** Returns the one marked as reply, or as root, otherwise the last. */
  Optional<EventId> parent() {
    return marked("reply").or(() -> marked("root")).or(this::last);
  }

  Optional<EventId> last() {
    return references.isEmpty() ? Optional.empty() : Optional.of(references.getLast().event());
  }

  SortedSet<EventId> all() {
    SortedSet<EventId> all = new TreeSet<>();
    references.forEach(one -> all.add(one.event()));
    return all;
  }

  private Optional<EventId> marked(String word) {
    return references.stream().filter(one -> one.is(word)).map(Reference::event).findFirst();
  }
}
