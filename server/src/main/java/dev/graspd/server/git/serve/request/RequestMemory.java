package dev.graspd.server.git.serve.request;

import dev.graspd.core.nostr.refusal.FetchReason;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.charge.Payer;
import java.util.Optional;

/**
 * The heap of one request from its first byte to its end, charged to its client in advance and in
 * steps; a usual request fits into the first. For one thread.
 */
public final class RequestMemory implements AutoCloseable {
  /** An object id, with its places in lists and sets. */
  static final int ID_BYTES = 160;

  /** A place in a list. */
  static final int SLOT_BYTES = 8;

  /** Bytes to charge at a time; the first step is for the request itself and a few lines. */
  static final int STEP_BYTES = 8 << 10;

  private final Optional<ByteBudget.Charge> charge;
  private long used;
  private long charged = STEP_BYTES;

  private RequestMemory(Optional<ByteBudget.Charge> charge) {
    this.charge = charge;
  }

  /** Charges a new request; empty if its client has too much memory already. */
  public static Optional<RequestMemory> begin(ByteBudget budget, Payer payer) {
    return budget.take(payer, STEP_BYTES).map(taken -> new RequestMemory(Optional.of(taken)));
  }

  /** Allows one step without a charge: for small requests that an event loop answers at once. */
  public static RequestMemory ofSmallRequest() {
    return new RequestMemory(Optional.empty());
  }

  /** Charges bytes before they are kept. */
  void charge(long bytes) throws WrongRequestException {
    used += bytes;
    while (used > charged) {
      if (charge.isEmpty() || !charge.get().grow(STEP_BYTES)) {
        throw new WrongRequestException(FetchReason.FETCH_BUSY, "too many large requests at once");
      }
      charged += STEP_BYTES;
    }
  }

  @Override
  public void close() {
    charge.ifPresent(ByteBudget.Charge::close);
  }
}
