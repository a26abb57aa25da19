package dev.graspd.server.gate;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.message.RelayMessage;
import dev.graspd.core.nostr.refusal.HeldReason;
import dev.graspd.core.nostr.refusal.Refusal;

/** The outcome of a submitted event, given only when it is on disk. */
public sealed interface Verdict {
  /** The beginning of the answer to an event that waits for its git data. */
  String IN_PURGATORY = HeldReason.WAITS_FOR_GIT_DATA.refusal().message();

  /** Stored, or for an ephemeral event passed on. */
  record Accepted() implements Verdict {}

  /** Held until its git data is here; the remark may be empty. */
  record Held(String remark) implements Verdict {}

  /** Obeyed, stored or not; the note says how. */
  record Obeyed(String note) implements Verdict {}

  /** A deletion that hides nothing yet and is kept for later events; the note says so. */
  record Remembered(String note) implements Verdict {
    static final Remembered DELETION =
        new Remembered(
            "nothing was deleted: its author has signed nothing here that it names and that is older;"
                + " it is kept for 30 days and keeps that away");
  }

  /** Known already; the note says how. */
  record Duplicate(String note) implements Verdict {}

  record Refused(Refusal refusal) implements Verdict {}

  /** Returns the answer to the client. */
  default RelayMessage.Ok reply(EventId id) {
    return switch (this) {
      case Accepted() -> new RelayMessage.Ok(id, true, "");
      case Held(var remark) -> new RelayMessage.Ok(id, true, IN_PURGATORY + remark);
      case Obeyed(var note) -> new RelayMessage.Ok(id, true, note);
      case Remembered(var note) -> new RelayMessage.Ok(id, true, note);
      case Duplicate(var note) -> new RelayMessage.Ok(id, true, "duplicate: " + note);
      case Refused(var refusal) -> new RelayMessage.Ok(id, false, refusal.message());
    };
  }
}
