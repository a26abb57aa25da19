package dev.graspd.server.web.connection;

import dev.graspd.server.charge.Payer;
import dev.graspd.server.charge.Tally;
import dev.graspd.server.charge.UnitBudget;
import dev.graspd.server.relay.ClientAddress;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** Counts open connections, all together and by client address. Thread-safe. */
public final class ConnectionLimits {
  /** Refused connections that wait for their answer. */
  static final int REFUSED_MAX = 256;

  private final int maxPerAddress;
  private final UnitBudget refused = new UnitBudget(REFUSED_MAX);
  private final UnitBudget total;
  private final Tally<Payer> byAddress = new Tally<>();
  private final IdleConnections idle = new IdleConnections();

  public ConnectionLimits(int maxTotal, int maxPerAddress) {
    this.total = new UnitBudget(maxTotal);
    this.maxPerAddress = maxPerAddress;
  }

  /** A place that is given back once. */
  public static final class Lease {
    public static final Lease FREE = new Lease(() -> {});

    private final Runnable giveBack;
    private final AtomicBoolean open = new AtomicBoolean(true);

    private Lease(Runnable giveBack) {
      this.giveBack = giveBack;
    }

    public void end() {
      if (open.getAndSet(false)) {
        giveBack.run();
      }
    }
  }

  /** Takes a place among all connections, if one is left. */
  Optional<Lease> any() {
    return take(total);
  }

  /** Takes a place among the refused connections that get an answer, if one is left. */
  Optional<Lease> refused() {
    return take(refused);
  }

  private static Optional<Lease> take(UnitBudget places) {
    return places.take(1) ? Optional.of(new Lease(() -> places.giveBack(1))) : Optional.empty();
  }

  /** Takes a place among the connections of this client, if one is left. */
  public Optional<Lease> of(ClientAddress client) {
    Payer payer = client.payer();
    return payer.isOperator() ? Optional.of(Lease.FREE) : of(payer);
  }

  private synchronized Optional<Lease> of(Payer payer) {
    if (byAddress.of(payer) >= maxPerAddress) {
      return Optional.empty();
    }
    byAddress.add(payer, 1);
    return Optional.of(new Lease(() -> giveBack(payer)));
  }

  private synchronized void giveBack(Payer payer) {
    byAddress.add(payer, -1);
  }

  public IdleConnections idle() {
    return idle;
  }

  public int open() {
    return Math.toIntExact(total.used());
  }

  synchronized int addresses() {
    return byAddress.keys();
  }
}
