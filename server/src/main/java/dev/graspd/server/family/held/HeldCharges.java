package dev.graspd.server.family.held;

import dev.graspd.core.store.Waiting;
import dev.graspd.server.charge.AddressSeal;
import dev.graspd.server.charge.Budgets;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.gate.Origin;
import java.util.HexFormat;

/**
 * The accounts that pay for held events.
 *
 * @param seal turns senders into numbers that may be stored
 * @param rows memory for the rows of held events
 */
public record HeldCharges(AddressSeal seal, ByteBudget rows) {
  private static final HexFormat HEX = HexFormat.of();
  private static final String SITE_MARK = "/";

  public static HeldCharges of(AddressSeal seal, Budgets budgets, HostingLimits limits) {
    long rowBytes = (long) Waiting.ROW_HEAP_BYTES * limits.maxHeldEvents();
    return new HeldCharges(seal, budgets.bytes("held_rows", rowBytes));
  }

  /** Returns charges without budgets and without a stored key. */
  public static HeldCharges alone() {
    return new HeldCharges(
        new AddressSeal(new byte[AddressSeal.KEY_BYTES]),
        new ByteBudget("held_rows", Long.MAX_VALUE));
  }

  /** Returns the sender of an event as it may be stored. */
  public Waiting.Sender sender(Origin origin, long nowSeconds) {
    Payer payer = origin.payer();
    long site = payer.site().map(seal::of).orElse(Waiting.Sender.UNKNOWN);
    return new Waiting.Sender(seal.of(payer), site, nowSeconds, origin instanceof Origin.Peer);
  }

  /** Returns the name of a payer as it may be stored; empty for the operator. */
  String name(Payer payer) {
    return payer.isOperator()
        ? ""
        : HEX.toHexDigits(seal.of(payer))
            + payer.site().map(site -> SITE_MARK + HEX.toHexDigits(seal.of(site))).orElse("");
  }

  /** Returns the part of a name for the larger network; empty if there is none. */
  static String siteOf(String name) {
    int mark = name.indexOf(SITE_MARK);
    return mark < 0 ? "" : name.substring(mark);
  }
}
