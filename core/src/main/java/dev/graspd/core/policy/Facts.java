package dev.graspd.core.policy;

import dev.graspd.core.nostr.Address;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventHead;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Identifier;
import java.util.Optional;

/** The facts about stored events and repositories that decisions ask for. */
public interface Facts {
  Family family(Identifier identifier);

  /** Returns an event that is served, or held and still counts. */
  Optional<Event> accepted(EventId id);

  /** Returns the head of an address's event that is served, or held and still counts. */
  Optional<EventHead> accepted(Address address);

  /** Returns a served event of a kind that gives such a right and that names this event. */
  Optional<Event> naming(Event event);

  /** Returns whether a key takes part in a hosted repository (grasp.md, section 11). */
  boolean takesPart(PublicKey key);
}
