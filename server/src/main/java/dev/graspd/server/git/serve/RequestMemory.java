package dev.graspd.server.git.serve;

import dev.graspd.core.nostr.Reason;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.charge.Payer;
import java.util.Optional;

/**
 * The heap that one request takes from its first byte to its end, charged to its client before it
 * is taken. It is charged in steps: a usual request fits into the first. For one thread.
 */
final class RequestMemory implements AutoCloseable {
  /** An object id, in the lists and sets that it is kept in. */
  static final int ID_BYTES = 160;

  /** A place in a list. */
  static final int SLOT_BYTES = 8;

  /** Bytes that are charged at a time: at first for the request itself and a few lines. */
  static final int STEP_BYTES = 8 << 10;

  private final Optional<ByteBudget.Charge> charge;
  private long used;
  private long charged = STEP_BYTES;

  private RequestMemory(Optional<ByteBudget.Charge> charge) {
    this.charge = charge;
  }

  /** Charges a request that begins; empty if its client has too much here already. */
  static Optional<RequestMemory> begin(ByteBudget budget, Payer payer) {
    return budget.take(payer, STEP_BYTES).map(taken -> new RequestMemory(Optional.of(taken)));
  }

  /** Takes what fits into one step and is gone at once: for small requests on an event loop. */
  static RequestMemory ofSmallRequest() {
    return new RequestMemory(Optional.empty());
  }

  /** Charges bytes before they are kept. */
  void charge(long bytes) throws WrongRequestException {
    used += bytes;
    while (used > charged) {
      if (charge.isEmpty() || !charge.get().grow(STEP_BYTES)) {
        throw new WrongRequestException(Reason.FETCH_BUSY, "too many large requests at once");
      }
      charged += STEP_BYTES;
    }
  }

  @Override
  public void close() {
    charge.ifPresent(ByteBudget.Charge::close);
  }
}
