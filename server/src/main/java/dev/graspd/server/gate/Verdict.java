package dev.graspd.server.gate;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Refusal;
import dev.graspd.core.nostr.RelayMessage;

/** What became of a submitted event. It is given only when the outcome is on disk. */
public sealed interface Verdict {
  /** Stored, or for an ephemeral event passed on. */
  record Accepted() implements Verdict {}

  /** Known already; the note says how. */
  record Duplicate(String note) implements Verdict {}

  record Refused(Refusal refusal) implements Verdict {}

  /** Returns the answer to the client. */
  default RelayMessage.Ok reply(EventId id) {
    return switch (this) {
      case Accepted() -> new RelayMessage.Ok(id, true, "");
      case Duplicate(var note) -> new RelayMessage.Ok(id, true, "duplicate: " + note);
      case Refused(var refusal) -> new RelayMessage.Ok(id, false, refusal.message());
    };
  }
}
