package dev.graspd.server.family.view;

import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Identifier;
import dev.graspd.server.charge.ByteBudget;
import org.jspecify.annotations.Nullable;

/** A read family, kept in memory. An outdated view still knows its events. Equal only to itself. */
final class FamilyView {
  private final FamilyReader.Reading reading;
  private final long bytes;
  private volatile long newest;
  private volatile ByteBudget.@Nullable Charge charge;

  FamilyView(FamilyReader.Reading reading) {
    this.reading = reading;
    this.bytes = reading.family().heapBytes();
    this.newest = reading.family().version();
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

  /** Returns about how many bytes of heap it takes. */
  long bytes() {
    return bytes;
  }

  boolean isCurrent() {
    return newest == family().version();
  }

  /** The store has this version of the family. Not for two threads at once. */
  void outdate(long version) {
    newest = Math.max(newest, version);
  }

  /** Returns the newest version of the family that the store is known to have. */
  long newest() {
    return newest;
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
