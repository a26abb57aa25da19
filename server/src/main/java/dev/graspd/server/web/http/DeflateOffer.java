package dev.graspd.server.web.http;

import java.util.List;
import java.util.Locale;

/**
 * Decides on a client's offer of permessage-deflate (RFC 7692).
 *
 * <p>Neither side keeps context between messages: a context costs each socket some 300 KB, and a
 * message compressed once could not go to all subscribers.
 */
public final class DeflateOffer {
  private static final String NAME = "permessage-deflate";

  /** The server's answer when it agrees. */
  static final String AGREED = NAME + "; server_no_context_takeover; client_no_context_takeover";

  private DeflateOffer() {}

  /** Returns whether one of the offers in these header values can be agreed to. */
  public static boolean isAcceptable(List<String> extensionHeaders) {
    for (String header : extensionHeaders) {
      for (String offer : header.split(",", -1)) {
        if (isAcceptable(offer)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isAcceptable(String offer) {
    String[] parts = offer.split(";", -1);
    if (!parts[0].strip().equalsIgnoreCase(NAME)) {
      return false;
    }
    for (int i = 1; i < parts.length; i++) {
      if (!isKnown(parts[i].strip().toLowerCase(Locale.ROOT))) {
        return false;
      }
    }
    return true;
  }

  /**
   * A smaller window for us is the one parameter that we must refuse: the JDK has no such setting.
   */
  private static boolean isKnown(String parameter) {
    return parameter.equals("server_no_context_takeover")
        || parameter.equals("client_no_context_takeover")
        || parameter.startsWith("client_max_window_bits");
  }
}
