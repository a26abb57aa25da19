package dev.graspd.server.gate;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Identifier;
import dev.graspd.server.charge.ByteBudget;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A family as it was read, kept in memory. One that is not current any more still tells what is
 * known of its events. Equal only to itself.
 */
final class FamilyView {
  private final FamilyReader.Reading reading;
  private final long bytes;
  private final Set<EventId> ids;
  private volatile boolean current = true;
  private volatile ByteBudget.@Nullable Charge charge;

  FamilyView(FamilyReader.Reading reading) {
    this.reading = reading;
    this.bytes = reading.family().heapBytes();
    // Worked out here, where nobody waits.
    this.ids = reading.family().basis().keySet();
  }

  Family family() {
    return reading.family();
  }

  Identifier identifier() {
    return family().identifier();
  }

  FamilyReader.Reading reading() {
    return reading;
  }

  /** Returns the events that it is made of. */
  Set<EventId> ids() {
    return ids;
  }

  /** Returns about how many bytes of heap it takes. */
  long bytes() {
    return bytes;
  }

  boolean isCurrent() {
    return current;
  }

  void outdate() {
    current = false;
  }

  /** Has somebody pay for it until it is given up. */
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
