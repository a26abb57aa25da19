package dev.graspd.core.sync.relays;

import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.link.LinkInput;

/** What the sync machine wants the server to do, in order. */
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

  /** Write a note for operators. */
  record Note(RelayUrl relay, SyncNote note) implements SyncAction {}
}
