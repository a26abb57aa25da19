package dev.graspd.server.egress.dial;

/**
 * A parsed URL of another server. {@link #parse} is the only way to get one, so no part can break
 * out of a request line or name another host than the one that is checked.
 */
public record Target(Scheme scheme, Host host, int port, String path, NamedBy namedBy) {
  /** Bytes of a URL. */
  public static final int URL_BYTES_MAX = 512;

  public sealed interface Parsed {
    record Valid(Target target) implements Parsed {}

    record Invalid(String why) implements Parsed {}
  }

  /** Parses a ws, wss, http or https URL. */
  public static Parsed parse(String url, NamedBy namedBy) {
    return TargetParser.parse(url, namedBy);
  }

  /** Returns the same server and path for ordinary HTTP. */
  public Target forHttp() {
    return new Target(scheme.forHttp(), host, port, path, namedBy);
  }

  /**
   * Returns the same server with another path.
   *
   * @param ascii begins with a slash and has no space
   */
  public Target at(String ascii) {
    return new Target(scheme, host, port, ascii, namedBy);
  }

  public String hostHeader() {
    return port == scheme.defaultPort() ? host.text() : host.text() + ":" + port;
  }

  /** Returns the URL in its shortest form. */
  @Override
  public String toString() {
    return scheme.text() + "://" + hostHeader() + path;
  }
}
