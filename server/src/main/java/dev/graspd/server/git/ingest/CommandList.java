package dev.graspd.server.git.ingest;

import dev.graspd.core.nostr.Refusal;
import dev.graspd.core.policy.PushCommand;
import java.util.List;

/** What the part of a push before its pack says. */
sealed interface CommandList {
  /** No command: a probe, or a client with nothing to do. Nothing is executed. */
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
   * @param commands those that were read before, each to be answered
   */
  record Wrong(List<PushCommand> commands, PushCapabilities capabilities, Refusal why)
      implements CommandList {}
}
