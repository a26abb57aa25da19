package dev.graspd.core.policy;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Kinds;

/** The request to the store that an accepted event leads to. */
public enum StoreRequest {
  /** Keep it. */
  STORE,
  /** Hide what it names (NIP-09). */
  DELETE,
  /** Remove everything of its author up to its date (NIP-62). */
  VANISH,
  /** Only pass it on. */
  BROADCAST;

  /** A request to vanish that names another relay is kept like any event. */
  public static StoreRequest of(Event event, AdmissionRules rules) {
    if (Kinds.lifeOf(event.kind()) == Kinds.Life.EPHEMERAL) {
      return BROADCAST;
    }
    if (!rules.obeyDeletions()) {
      return STORE;
    }
    return switch (event.kind()) {
      case Kinds.DELETION -> DELETE;
      case Kinds.VANISH -> namesUs(event, rules) ? VANISH : STORE;
      default -> STORE;
    };
  }

  private static boolean namesUs(Event vanish, AdmissionRules rules) {
    return vanish.tags().stream()
        .filter(tag -> tag.is("relay"))
        .anyMatch(
            tag -> tag.value().equals("ALL_RELAYS") || rules.service().isNamedBy(tag.value()));
  }
}
