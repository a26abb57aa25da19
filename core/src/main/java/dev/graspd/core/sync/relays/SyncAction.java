package dev.graspd.core.sync.relays;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.link.LinkInput;
import java.util.List;
import java.util.SortedSet;

/** An action of the sync machine, which the server carries out in the order of the list. */
public sealed interface SyncAction {
  /**
   * Connect; the answer carries the epoch.
   *
   * @param negentropy whether NIP-77 is worth trying, from earlier connections
   */
  record Dial(RelayUrl relay, long epoch, boolean negentropy) implements SyncAction {}

  /** End the connection, or the attempt. */
  record HangUp(RelayUrl relay, long epoch, String why) implements SyncAction {}

  /** Tell the connection's machine. */
  record Tell(RelayUrl relay, long epoch, LinkInput input) implements SyncAction {}

  /** Read from the store, one request after the other, in between what the log tells. */
  sealed interface Read extends SyncAction {}

  /**
   * Tell these families, then {@link SyncInput.FamiliesRead}.
   *
   * @param reading which reading of the targets of this relay they belong to
   */
  record ReadFamilies(RelayUrl relay, long reading, List<Identifier> families) implements Read {
    public ReadFamilies {
      families = List.copyOf(families);
    }
  }

  /** Tell this family: something of it may be new. */
  record ReadFamily(Identifier family) implements Read {}

  /**
   * Tell the roots of these repositories.
   *
   * @param known roots that were told earlier: tell which of them are gone
   */
  record ReadRoots(SortedSet<RepoAddress> repositories, SortedSet<EventId> known) implements Read {}

  /** Write a note for operators. */
  record Note(RelayUrl relay, SyncNote note) implements SyncAction {}
}
