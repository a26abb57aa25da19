package dev.graspd.server.family.view;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Identifier;
import dev.graspd.server.charge.ByteBudget;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A read family, kept in memory. An outdated view still knows its events. Equal only to itself. */
final class FamilyView {
  private final FamilyReader.Reading reading;
  private final long bytes;
  private final Set<EventId> ids;
  private final long asOfSeq;
  private volatile long outdatedBySeq = Long.MIN_VALUE;
  private volatile ByteBudget.@Nullable Charge charge;

  /** A view that was read: every record of the log that is followed from now on counts. */
  FamilyView(FamilyReader.Reading reading) {
    this(reading, Long.MIN_VALUE);
  }

  /** A view that has all records of the log up to this number. */
  FamilyView(FamilyReader.Reading reading, long asOfSeq) {
    this.reading = reading;
    this.asOfSeq = asOfSeq;
    this.bytes = reading.family().heapBytes();
    // Computed here, where nobody waits.
    this.ids = reading.family().basis().keySet();
  }

  Family family() {
    return reading.family();
  }

  /** Returns whether this very family was read from it: equal ones may be of another time. */
  @SuppressWarnings("ReferenceEquality")
  boolean shows(Family family) {
    return reading.family() == family;
  }

  Identifier identifier() {
    return family().identifier();
  }

  FamilyReader.Reading reading() {
    return reading;
  }

  Set<EventId> ids() {
    return ids;
  }

  /** Returns about how many bytes of heap it takes. */
  long bytes() {
    return bytes;
  }

  boolean isCurrent() {
    return outdatedBySeq == Long.MIN_VALUE;
  }

  /** Outdates it because of a record of the log, unless it has that record already. */
  void outdate(long seq) {
    if (seq > asOfSeq) {
      outdatedBySeq = Math.max(outdatedBySeq, seq);
    }
  }

  /** Returns whether nothing but records up to this number has outdated it. */
  boolean isCurrentBut(long seq) {
    return outdatedBySeq <= seq;
  }

  /** Charges a budget until {@link #giveBack}. */
  void charge(ByteBudget.Charge paid) {
    charge = paid;
  }

  void giveBack() {
    ByteBudget.Charge paid = charge;
    if (paid != null) {
      paid.close();
    }
  }
}
