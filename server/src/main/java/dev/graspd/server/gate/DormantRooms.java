package dev.graspd.server.gate;

import dev.graspd.core.store.room.DormantRoom;
import dev.graspd.server.charge.AddressSeal;
import dev.graspd.server.charge.Payer;
import java.util.Optional;

/**
 * The room on disk that each payer has for deletions which hide nothing yet.
 *
 * @param seal makes the stored numbers of addresses; without it addresses are not counted
 * @param perKey bytes of one key
 * @param perAddressADay bytes that one address may bring in a day
 * @param inAll bytes of all keys
 */
public record DormantRooms(
    Optional<AddressSeal> seal, long perKey, long perAddressADay, long inAll) {
  /** No limits. */
  public static final DormantRooms UNLIMITED =
      new DormantRooms(Optional.empty(), Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);

  public DormantRoom of(Payer payer) {
    long number = seal.map(one -> one.of(payer)).orElse(AddressSeal.NOBODY);
    return new DormantRoom(number, perKey, perAddressADay, inAll);
  }
}
