package dev.graspd.core.policy;

import dev.graspd.core.nostr.Address;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventHead;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Maintainers;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Facts from lists. Authors of announcements and events take part. */
record ExampleFacts(Map<Identifier, Family> families, List<Event> events) implements Facts {
  @Override
  public Family family(Identifier identifier) {
    return families.getOrDefault(identifier, Family.empty(identifier, Maintainers.Mode.RECIPROCAL));
  }

  @Override
  public Optional<Event> accepted(EventId id) {
    return events.stream().filter(event -> event.id().equals(id)).findFirst();
  }

  @Override
  public Optional<EventHead> accepted(Address address) {
    return events.stream()
        .filter(event -> event.address().equals(Optional.of(address)))
        .findFirst()
        .map(Event::head);
  }

  @Override
  public Optional<Event> naming(Event event) {
    return events.stream()
        .filter(
            other -> other.tags().stream().anyMatch(tag -> tag.value().equals(event.id().hex())))
        .findFirst();
  }

  @Override
  public boolean takesPart(PublicKey key) {
    return events.stream().anyMatch(event -> event.author().equals(key));
  }
}
