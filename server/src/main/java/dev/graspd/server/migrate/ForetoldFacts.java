package dev.graspd.server.migrate;

import dev.graspd.core.nostr.Address;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventHead;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.policy.Facts;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.server.migrate.ImportPlan.Place;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The facts as they would be after an import, as far as decisions on further events ask for them.
 */
final class ForetoldFacts implements Facts {
  private final Maintainers.Mode mode;
  private final Map<Identifier, Family> families = new HashMap<>();
  private final Map<EventId, Place> events = new HashMap<>();
  private final Map<Address, EventHead> addresses = new HashMap<>();
  private final Set<PublicKey> members = new HashSet<>();

  ForetoldFacts(Maintainers.Mode mode) {
    this.mode = mode;
  }

  /** Notes an event that would be accepted. */
  void accept(Event event, Place place) {
    events.put(event.id(), place);
    event.address().ifPresent(address -> addresses.put(address, event.head()));
    Announcement.of(event).ifPresent(one -> members.addAll(one.participants()));
  }

  void put(Family family) {
    families.put(family.identifier(), family);
  }

  @Override
  public Family family(Identifier identifier) {
    return families.getOrDefault(identifier, Family.empty(identifier, mode));
  }

  @Override
  public Optional<Event> accepted(EventId id) {
    try {
      Place place = events.get(id);
      return place == null ? Optional.empty() : Optional.of(place.event());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Optional<EventHead> accepted(Address address) {
    return Optional.ofNullable(addresses.get(address));
  }

  /** Not foretold: an event that is here only because a later one names it counts as left out. */
  @Override
  public Optional<Event> naming(Event event) {
    return Optional.empty();
  }

  @Override
  public boolean takesPart(PublicKey key) {
    return members.contains(key);
  }
}
