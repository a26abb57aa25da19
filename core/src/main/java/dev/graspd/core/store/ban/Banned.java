package dev.graspd.core.store.ban;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import java.util.ArrayList;
import java.util.List;

/** The target of a ban: one event, all events of a key, or a repository (operations.md, A-4). */
public sealed interface Banned {
  /** The event with this id, also if it was never here. */
  record OfEvent(EventId id) implements Banned {}

  /** All events that this key signs, and its repositories. */
  record OfKey(PublicKey key) implements Banned {}

  /** The announcements and states of this repository. */
  record OfRepository(RepoAddress address) implements Banned {}

  /** Returns the words of commands, lists and the audit log. */
  default String shown() {
    return switch (this) {
      case OfEvent(var id) -> "event " + id.hex();
      case OfKey(var key) -> "key " + Bech32.npub(key);
      case OfRepository(var address) -> "repository " + address.shown();
    };
  }

  /** Returns everything whose ban keeps an event out. */
  static List<Banned> allOf(Event event) {
    List<Banned> all = new ArrayList<>();
    all.add(new OfEvent(event.id()));
    all.add(new OfKey(event.author()));
    Identifier.ofRepositoryEvent(event)
        .ifPresent(name -> all.add(new OfRepository(new RepoAddress(event.author(), name))));
    return all;
  }
}
