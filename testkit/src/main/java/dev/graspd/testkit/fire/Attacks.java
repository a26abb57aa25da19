package dev.graspd.testkit.fire;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The table: every place where strangers' bytes or turns stay has a row that aims at it. */
public final class Attacks {
  /** As many addresses must not be able to deny others their turn. */
  public static final int ADDRESSES = 20;

  private Attacks() {}

  public static List<Attack> all() {
    return Stream.of(
            RelayAttacks.all(),
            GitAttacks.all(),
            PackAttacks.all(),
            WebAttacks.all(),
            RoomAttacks.all())
        .flatMap(List::stream)
        .toList();
  }

  /**
   * Each fills its own budget; the heap has to bear all of them. For attackers with much memory.
   */
  public static Attack together() {
    return Attack.of(
        "everything at once",
        List.of(),
        (sockets, addresses) -> all().forEach(attack -> attack.begin(sockets, addresses)));
  }

  /** Returns the addresses that attackers come from. */
  public static List<String> addresses() {
    return IntStream.range(0, ADDRESSES).mapToObj(i -> "198.51.100." + (i + 1)).toList();
  }
}
