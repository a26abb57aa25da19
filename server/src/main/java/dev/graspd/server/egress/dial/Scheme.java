package dev.graspd.server.egress.dial;

import java.util.Locale;
import java.util.Optional;

/** The scheme of a target. */
public enum Scheme {
  WS(false, 80),
  WSS(true, 443),
  HTTP(false, 80),
  HTTPS(true, 443);

  private final boolean secure;
  private final int defaultPort;

  Scheme(boolean secure, int defaultPort) {
    this.secure = secure;
    this.defaultPort = defaultPort;
  }

  public boolean isSecure() {
    return secure;
  }

  public int defaultPort() {
    return defaultPort;
  }

  /** Returns the scheme for ordinary requests to the same server. */
  public Scheme forHttp() {
    return secure ? HTTPS : HTTP;
  }

  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Optional<Scheme> of(String text) {
    for (Scheme scheme : values()) {
      if (scheme.text().equals(text.toLowerCase(Locale.ROOT))) {
        return Optional.of(scheme);
      }
    }
    return Optional.empty();
  }
}
