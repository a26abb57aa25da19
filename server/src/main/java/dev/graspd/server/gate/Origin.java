package dev.graspd.server.gate;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.server.charge.Payer;
import java.util.Locale;
import java.util.SortedSet;

/** Who brought an event. */
public sealed interface Origin {
  /** Returns whom what is kept of it is counted for. */
  Payer payer();

  /**
   * A client's connection.
   *
   * @param authenticated the keys it has authenticated as (NIP-42)
   * @param payer whom what it brings is counted for
   */
  record Client(SortedSet<PublicKey> authenticated, Payer payer) implements Origin {}

  /**
   * Another server, while syncing: exempt from rates, and trusted in nothing. It pays as the host
   * that was dialled, whatever the port.
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
}
