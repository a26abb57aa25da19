package dev.graspd.core.talk.event;

import dev.graspd.core.nostr.Kinds;
import java.util.Optional;

/** The kind of event that begins a thread. */
public enum RootKind {
  ISSUE,
  PULL_REQUEST,
  PATCH;

  static Optional<RootKind> of(int kind) {
    return switch (kind) {
      case Kinds.ISSUE -> Optional.of(ISSUE);
      case Kinds.PULL_REQUEST -> Optional.of(PULL_REQUEST);
      case Kinds.PATCH -> Optional.of(PATCH);
      default -> Optional.empty();
    };
  }

  /** Returns whether it brings commits that can be merged. */
  public boolean bringsCommits() {
    return this != ISSUE;
  }
}
