package dev.graspd.server.egress;

import java.util.Locale;
import java.util.Optional;

/** How a target is spoken to. */
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

  /** Returns whether TLS is spoken. */
  public boolean isSecure() {
    return secure;
  }

  /** Returns the port where the URL names none. */
  public int defaultPort() {
    return defaultPort;
  }

  /** Returns the scheme for ordinary requests to the same server. */
  public Scheme forHttp() {
    return secure ? HTTPS : HTTP;
  }

  /** Returns the name as it stands in URLs. */
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
