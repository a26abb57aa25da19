package dev.graspd.server.web.socket;

import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.charge.ByteBudget.Charge;
import dev.graspd.server.charge.Payer;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The memory that sockets hold together: unsent output, and messages that are still arriving or
 * wait to be parsed. An address that holds more than its share loses its largest socket; when all
 * memory is used up, the address that holds most does. One at a time: one that keeps up with what
 * it is sent is never the largest for long. Thread-safe.
 */
public final class SocketMemory {
  /** A socket below this is never chosen. */
  static final long SMALL_BYTES = 64 << 10;

  /** One that holds memory here. */
  public interface Holder {
    /** Returns for whom it counts. */
    Payer payer();

    /** Returns how many bytes it last reported; from any thread. */
    long accountedBytes();

    /** Asks it to close; from any thread. */
    void giveUp();
  }

  private final ByteBudget budget;
  private final Set<Holder> large = ConcurrentHashMap.newKeySet();

  /** Sockets that were asked to close and still hold much, by address. */
  private final Map<Payer, Holder> leaving = new ConcurrentHashMap<>();

  public SocketMemory(ByteBudget budget) {
    this.budget = budget;
  }

  public Charge open(Payer payer) {
    return budget.force(payer, 0);
  }

  /** Notes a change of the bytes that a socket holds. */
  public void change(Holder holder, Charge charge, long before, long now) {
    if (before == now) {
      return;
    }
    if (now > SMALL_BYTES && before <= SMALL_BYTES) {
      large.add(holder);
    } else if (now <= SMALL_BYTES && before > SMALL_BYTES) {
      large.remove(holder);
      leaving.remove(holder.payer(), holder);
    }
    boolean fits = true;
    if (now < before) {
      charge.shrink(before - now);
    } else if (!charge.grow(now - before)) {
      charge.force(now - before);
      fits = false;
    }
    if (budget.isExceeded()) {
      heaviest().ifPresent(this::relieve);
    } else if (!fits) {
      relieve(holder.payer());
    }
  }

  private Optional<Payer> heaviest() {
    Map<Payer, Long> held = new HashMap<>();
    large.forEach(holder -> held.merge(holder.payer(), holder.accountedBytes(), Long::sum));
    return held.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
  }

  private void relieve(Payer payer) {
    Optional<Holder> largest =
        large.stream()
            .filter(holder -> holder.payer().equals(payer))
            .max(Comparator.comparingLong(Holder::accountedBytes));
    if (largest.isPresent() && leaving.putIfAbsent(payer, largest.get()) == null) {
      largest.get().giveUp();
      // It may have shrunk before it was marked as leaving; then nobody else would take the mark
      // off.
      if (!large.contains(largest.get())) {
        leaving.remove(payer, largest.get());
      }
    }
  }

  public long usedBytes() {
    return budget.usedBytes();
  }
}
