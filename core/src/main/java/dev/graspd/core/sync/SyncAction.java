package dev.graspd.core.sync;

/** What the sync machine wants done, in the order given. */
public sealed interface SyncAction {
  /**
   * Connect; the answer carries the epoch.
   *
   * @param negentropy whether NIP-77 is worth trying, from what was seen before
   */
  record Dial(RelayUrl relay, long epoch, boolean negentropy) implements SyncAction {}

  /** End the connection, or the attempt. */
  record HangUp(RelayUrl relay, long epoch, String why) implements SyncAction {}

  /** Tell the connection's machine. */
  record Tell(RelayUrl relay, long epoch, LinkInput input) implements SyncAction {}

  /** Something that operators should read. */
  record Note(RelayUrl relay, SyncNote note) implements SyncAction {}
}
