package dev.graspd.server.charge;

import java.util.HashMap;
import java.util.Map;

/**
 * Who has how many of a pool's places. A payer may have an eighth of what the others leave, an IPv6
 * /48 a quarter, and each at least one: twenty greedy addresses still leave a place for the
 * twenty-first. The operator may have all of them. Not thread-safe.
 */
public final class PlaceShares {
  private final long max;
  private final Map<Payer, Long> takenBy = new HashMap<>();
  private long taken;

  public PlaceShares(long max) {
    this.max = max;
  }

  /** Returns whether every place is taken. */
  public boolean isFull() {
    return taken >= max;
  }

  /** Returns whether a payer may have one more, were one free. */
  public boolean allows(Payer payer) {
    return allows(payer, 1);
  }

  /** Returns whether a payer may have so many more at once, were they free. */
  boolean allows(Payer payer, long places) {
    return payer.isOperator()
        || (fits(payer, places, ByteBudget.SHARE)
            && payer.site().map(site -> fits(site, places, ByteBudget.SITE_SHARE)).orElse(true));
  }

  private boolean fits(Payer payer, long places, int share) {
    long own = takenBy.getOrDefault(payer, 0L);
    return own == 0 || own + places <= (max - (taken - own)) / share;
  }

  public void take(Payer payer) {
    take(payer, 1);
  }

  void take(Payer payer, long places) {
    taken += places;
    count(payer, places);
    payer.site().ifPresent(site -> count(site, places));
  }

  public void giveBack(Payer payer) {
    giveBack(payer, 1);
  }

  void giveBack(Payer payer, long places) {
    taken -= places;
    count(payer, -places);
    payer.site().ifPresent(site -> count(site, -places));
  }

  private void count(Payer payer, long change) {
    takenBy.merge(payer, change, (old, more) -> old + more == 0 ? null : old + more);
  }

  public long taken() {
    return taken;
  }
}
