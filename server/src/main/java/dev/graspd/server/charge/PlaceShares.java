package dev.graspd.server.charge;

import java.util.HashMap;
import java.util.Map;

/**
 * Who has how many of a pool's places. A payer may have an eighth of what the others leave, an IPv6
 * /48 a quarter, and each at least one: twenty greedy addresses still leave a place for the
 * twenty-first. The operator may have all of them. Not thread-safe.
 */
public final class PlaceShares {
  private final int max;
  private final Map<Payer, Integer> takenBy = new HashMap<>();
  private int taken;

  public PlaceShares(int max) {
    this.max = max;
  }

  /** Returns whether every place is taken. */
  public boolean isFull() {
    return taken >= max;
  }

  /** Returns whether a payer may have one more, were one free. */
  public boolean allows(Payer payer) {
    return payer.isOperator()
        || (fits(payer, ByteBudget.SHARE)
            && payer.site().map(site -> fits(site, ByteBudget.SITE_SHARE)).orElse(true));
  }

  private boolean fits(Payer payer, int share) {
    int own = takenBy.getOrDefault(payer, 0);
    return own == 0 || own + 1 <= (max - (taken - own)) / share;
  }

  public void take(Payer payer) {
    taken++;
    count(payer, 1);
    payer.site().ifPresent(site -> count(site, 1));
  }

  public void giveBack(Payer payer) {
    taken--;
    count(payer, -1);
    payer.site().ifPresent(site -> count(site, -1));
  }

  private void count(Payer payer, int change) {
    takenBy.merge(payer, change, (old, more) -> old + more == 0 ? null : old + more);
  }

  public int taken() {
    return taken;
  }
}
