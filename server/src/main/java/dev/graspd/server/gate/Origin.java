package dev.graspd.server.gate;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.server.charge.Payer;
import java.util.Collections;
import java.util.Locale;
import java.util.SortedSet;

/** The sender of an event. */
public sealed interface Origin {
  /** Returns the origin of the operator's own commands. */
  static Origin operator() {
    return new Client(Collections.emptySortedSet(), Payer.operator());
  }

  /** Returns whose budgets pay for the event. */
  Payer payer();

  /** Returns a text for the diary, without the addresses of clients. */
  default String words() {
    return switch (this) {
      case Client _ -> "a client";
      case Peer(var url) -> "relay " + url;
      case Import() -> "an import";
    };
  }

  /**
   * A client's connection.
   *
   * @param authenticated the keys it has authenticated as (NIP-42)
   * @param payer whose budgets pay for its events
   */
  record Client(SortedSet<PublicKey> authenticated, Payer payer) implements Origin {}

  /**
   * Another server, while syncing: exempt from rates, not trusted. It pays as the host that was
   * dialled, whatever the port.
   */
  record Peer(String url) implements Origin {
    @Override
    public Payer payer() {
      return new Payer.Host(hostOf(url));
    }

    private static String hostOf(String url) {
      int scheme = url.indexOf("://");
      String rest = scheme < 0 ? url : url.substring(scheme + 3);
      int end = rest.startsWith("[") ? rest.indexOf(']') + 1 : 0;
      while (end < rest.length() && ":/?#".indexOf(rest.charAt(end)) < 0) {
        end++;
      }
      return rest.substring(0, end).toLowerCase(Locale.ROOT);
    }
  }

  /**
   * The files of another server that this one replaces (operations.md, M-2): exempt from rates,
   * from the room for held events and from NIP-70, as the old server has accepted it already. Not
   * trusted: id, signature and every rule about content hold.
   */
  record Import() implements Origin {
    @Override
    public Payer payer() {
      return Payer.operator();
    }
  }
}
