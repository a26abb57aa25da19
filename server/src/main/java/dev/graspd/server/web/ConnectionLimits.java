package dev.graspd.server.web;

import dev.graspd.server.charge.Payer;
import dev.graspd.server.relay.ClientAddress;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts open connections, all together and by client address. Thread-safe. */
final class ConnectionLimits {
  /** Connections that may not stay and wait to be told so. */
  static final int REFUSED_MAX = 256;

  private final int maxTotal;
  private final int maxPerAddress;
  private final AtomicInteger refused = new AtomicInteger();
  private final AtomicInteger total = new AtomicInteger();
  private final ConcurrentMap<Payer, Integer> byAddress = new ConcurrentHashMap<>();
  private final IdleConnections idle = new IdleConnections();

  ConnectionLimits(int maxTotal, int maxPerAddress) {
    this.maxTotal = maxTotal;
    this.maxPerAddress = maxPerAddress;
  }

  /** A place that is given back once. */
  static final class Lease {
    static final Lease FREE = new Lease(() -> {});

    private final Runnable giveBack;
    private final AtomicBoolean open = new AtomicBoolean(true);

    private Lease(Runnable giveBack) {
      this.giveBack = giveBack;
    }

    void end() {
      if (open.getAndSet(false)) {
        giveBack.run();
      }
    }
  }

  /** Takes a place among all connections, if one is left. */
  Optional<Lease> any() {
    return take(total, maxTotal);
  }

  /** Takes a place among those that are only told why they may not stay, if one is left. */
  Optional<Lease> refused() {
    return take(refused, REFUSED_MAX);
  }

  private static Optional<Lease> take(AtomicInteger counter, int max) {
    if (counter.incrementAndGet() > max) {
      counter.decrementAndGet();
      return Optional.empty();
    }
    return Optional.of(new Lease(counter::decrementAndGet));
  }

  /** Takes a place among the connections of this client, if one is left. */
  Optional<Lease> of(ClientAddress client) {
    Payer payer = client.payer();
    return payer.isOperator() ? Optional.of(Lease.FREE) : of(payer);
  }

  private Optional<Lease> of(Payer payer) {
    int count = byAddress.merge(payer, 1, Integer::sum);
    Lease lease =
        new Lease(
            () -> byAddress.computeIfPresent(payer, (_, open) -> open == 1 ? null : open - 1));
    if (count > maxPerAddress) {
      lease.end();
      return Optional.empty();
    }
    return Optional.of(lease);
  }

  /** Returns those that make room for others. */
  IdleConnections idle() {
    return idle;
  }

  int open() {
    return total.get();
  }

  int addresses() {
    return byAddress.size();
  }
}
