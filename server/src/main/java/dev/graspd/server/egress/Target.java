package dev.graspd.server.egress;

/**
 * What may be asked for: a URL that was taken apart. {@link #parse} is the only source of them, so
 * no part can break out of a request line or mean another host than the one that is checked.
 */
public record Target(Scheme scheme, Host host, int port, String path, NamedBy namedBy) {
  /** Bytes of a URL. */
  public static final int URL_BYTES_MAX = 512;

  /** What a text amounts to. */
  public sealed interface Parsed {
    record Valid(Target target) implements Parsed {}

    record Invalid(String why) implements Parsed {}
  }

  /** Takes a ws, wss, http or https URL apart. */
  public static Parsed parse(String url, NamedBy namedBy) {
    return TargetParser.parse(url, namedBy);
  }

  /** Returns the same server and path for ordinary HTTP. */
  public Target forHttp() {
    return new Target(scheme.forHttp(), host, port, path, namedBy);
  }

  /**
   * Returns the same server with a path of our own making.
   *
   * @param ascii begins with a slash and has no space
   */
  public Target at(String ascii) {
    return new Target(scheme, host, port, ascii, namedBy);
  }

  /** Returns the value of the Host header. */
  public String hostHeader() {
    return port == scheme.defaultPort() ? host.text() : host.text() + ":" + port;
  }

  /** Returns the URL, as short as it can be written. */
  @Override
  public String toString() {
    return scheme.text() + "://" + hostHeader() + path;
  }
}
