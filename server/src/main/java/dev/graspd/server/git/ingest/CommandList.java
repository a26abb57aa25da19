package dev.graspd.server.git.ingest;

import dev.graspd.core.nostr.refusal.Refusal;
import dev.graspd.core.policy.push.PushCommand;
import java.util.List;

/** The part of a push before its pack. */
sealed interface CommandList {
  /** No command: a probe, or a client with nothing to do. */
  record Nothing() implements CommandList {}

  /** Commands to judge; the pack, if there is one, follows in the stream. */
  record Commands(List<PushCommand> commands, PushCapabilities capabilities)
      implements CommandList {
    /** Returns whether git sends a pack after these: for everything but deletions. */
    boolean announcePack() {
      return commands.stream().anyMatch(command -> !command.isDeletion());
    }
  }

  /**
   * A list that is refused as a whole.
   *
   * @param commands read before the fault; each gets an answer
   */
  record Wrong(List<PushCommand> commands, PushCapabilities capabilities, Refusal why)
      implements CommandList {}
}
