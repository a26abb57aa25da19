package dev.graspd.core.nostr;

import dev.graspd.core.nostr.text.Hex;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The events that a kind 5 asks to hide (NIP-09): events by id, and addresses of its own author.
 * Only the named event itself shows whether it is by the same key.
 */
public record DeletionRequest(SortedSet<EventId> ids, SortedSet<Address> addresses) {
  public DeletionRequest {
    ids = Collections.unmodifiableSortedSet(new TreeSet<>(ids));
    addresses = Collections.unmodifiableSortedSet(new TreeSet<>(addresses));
  }

  public static DeletionRequest of(Event deletion) {
    SortedSet<EventId> ids = new TreeSet<>();
    SortedSet<Address> addresses = new TreeSet<>();
    for (Tag tag : deletion.tags()) {
      if (tag.is("e") && Hex.isLowerHex(tag.value(), 64)) {
        ids.add(EventId.parse(tag.value()));
      } else if (tag.is("a")) {
        Address.parse(tag.value())
            .filter(address -> address.author().equals(deletion.author()))
            .ifPresent(addresses::add);
      }
    }
    return new DeletionRequest(ids, addresses);
  }

  /** Returns how many targets are named. */
  public int size() {
    return ids.size() + addresses.size();
  }

  /** Returns whether events of this kind can be hidden at all: not kind 5, not kind 62. */
  public static boolean canHide(int kind) {
    return kind != Kinds.DELETION && kind != Kinds.VANISH;
  }
}
