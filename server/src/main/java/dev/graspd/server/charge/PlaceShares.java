package dev.graspd.server.charge;

/**
 * How many places of a pool each payer has. A payer may have an eighth of what the others leave, an
 * IPv6 /48 a quarter, and each at least one: twenty greedy addresses still leave a place for the
 * twenty-first. The operator may have all of them. Not thread-safe.
 */
public final class PlaceShares {
  private final long max;
  private final Tally<Payer> takenBy = new Tally<>();
  private long taken;

  public PlaceShares(long max) {
    this.max = max;
  }

  public boolean isFull() {
    return taken >= max;
  }

  public boolean allows(Payer payer) {
    return allows(payer, 1);
  }

  boolean allows(Payer payer, long places) {
    return payer.isOperator()
        || (fits(payer, places, ByteBudget.SHARE)
            && payer.site().map(site -> fits(site, places, ByteBudget.SITE_SHARE)).orElse(true));
  }

  private boolean fits(Payer payer, long places, int share) {
    long own = takenBy.of(payer);
    return own == 0 || own + places <= (max - (taken - own)) / share;
  }

  public void take(Payer payer) {
    take(payer, 1);
  }

  void take(Payer payer, long places) {
    taken += places;
    takenBy.add(payer, places);
    payer.site().ifPresent(site -> takenBy.add(site, places));
  }

  public void giveBack(Payer payer) {
    giveBack(payer, 1);
  }

  void giveBack(Payer payer, long places) {
    take(payer, -places);
  }

  public long taken() {
    return taken;
  }
}
