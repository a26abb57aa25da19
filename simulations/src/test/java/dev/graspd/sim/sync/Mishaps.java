package dev.graspd.sim.sync;

/**
 * How often things go wrong, in chances of a thousand.
 *
 * @param cut that a message is the last one of its connection
 * @param refused that an attempt to connect fails
 * @param hung that a request is never answered
 * @param closed that a request is closed with some reason
 * @param rateLimited that a request is answered by a complaint
 * @param forged that an event comes with a wrong signature
 * @param offFilter that an event comes that nobody asked for
 * @param withheld that a stored event is not sent
 * @param later that our own store cannot take an event
 * @param slow that the connection stands still for a while
 * @param twice that an event is sent twice
 * @param shuffled that a page is not in its order
 */
public record Mishaps(
    int cut,
    int refused,
    int hung,
    int closed,
    int rateLimited,
    int forged,
    int offFilter,
    int withheld,
    int later,
    int slow,
    int twice,
    int shuffled) {
  public static Mishaps none() {
    return new Mishaps(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  }

  public static Mishaps usual() {
    return new Mishaps(4, 150, 15, 25, 15, 3, 5, 10, 20, 2, 30, 100);
  }
}
