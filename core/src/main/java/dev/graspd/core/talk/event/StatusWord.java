package dev.graspd.core.talk.event;

import dev.graspd.core.nostr.Kinds;
import java.util.Optional;

/** The word of a status (NIP-34). */
public enum StatusWord {
  OPEN,
  /** Merged, applied, or resolved if it is about an issue. */
  APPLIED,
  CLOSED,
  DRAFT;

  static Optional<StatusWord> of(int kind) {
    return switch (kind) {
      case Kinds.STATUS_OPEN -> Optional.of(OPEN);
      case Kinds.STATUS_APPLIED -> Optional.of(APPLIED);
      case Kinds.STATUS_CLOSED -> Optional.of(CLOSED);
      case Kinds.STATUS_DRAFT -> Optional.of(DRAFT);
      default -> Optional.empty();
    };
  }
}
