package dev.graspd.server.egress.dial;

import dev.graspd.server.egress.dial.Target.Parsed;
import java.net.IDN;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;

/**
 * Parses URLs strictly: refuses everything that two parsers could understand differently.
 *
 * <p>Hosts that look like numbers are addresses, in every form that a C library accepts; they never
 * reach the resolver as names.
 */
final class TargetParser {
  private static final int NAME_BYTES_MAX = 253;
  private static final int PORT_DIGITS_MAX = 5;
  private static final int PORT_MAX = 65_535;

  /** Characters that some parsers take for others, or that belong in no URL. */
  private static final String NEVER = "\\\"<>^`{|}";

  /** Why a URL is refused; never leaves this class. */
  private static final class WrongUrlException extends Exception {
    private static final long serialVersionUID = 1L;

    WrongUrlException(String why) {
      super(why, null, false, false);
    }

    String why() {
      return String.valueOf(getMessage());
    }
  }

  private TargetParser() {}

  static Parsed parse(String url, NamedBy namedBy) {
    try {
      return new Parsed.Valid(target(url, namedBy));
    } catch (WrongUrlException e) {
      return new Parsed.Invalid(e.why());
    }
  }

  private static Target target(String url, NamedBy namedBy) throws WrongUrlException {
    checkCharacters(url);
    int colon = url.indexOf("://");
    check(colon > 0, "not a URL with a host");
    Scheme scheme =
        Scheme.of(url.substring(0, colon))
            .orElseThrow(() -> new WrongUrlException("not ws, wss, http or https"));
    String rest = url.substring(colon + 3);
    int end = endOfAuthority(rest);
    String authority = rest.substring(0, end);
    String path = rest.substring(end);
    check(path.chars().allMatch(c -> c < 0x80), "the path is not ASCII");
    int portColon = portColon(authority);
    Host host = host(portColon < 0 ? authority : authority.substring(0, portColon));
    int port = portColon < 0 ? scheme.defaultPort() : port(authority.substring(portColon + 1));
    return new Target(scheme, host, port, path.startsWith("/") ? path : "/" + path, namedBy);
  }

  private static void checkCharacters(String url) throws WrongUrlException {
    check(
        url.length() <= Target.URL_BYTES_MAX
            && url.getBytes(StandardCharsets.UTF_8).length <= Target.URL_BYTES_MAX,
        "longer than " + Target.URL_BYTES_MAX + " bytes");
    check(url.indexOf('#') < 0, "has a fragment");
    check(
        url.codePoints().allMatch(c -> c > ' ' && c != 0x7f && NEVER.indexOf(c) < 0),
        "has a character that belongs in no URL");
  }

  private static int endOfAuthority(String rest) {
    for (int i = 0; i < rest.length(); i++) {
      if (rest.charAt(i) == '/' || rest.charAt(i) == '?') {
        return i;
      }
    }
    return rest.length();
  }

  /** The colon before a port, after the bracket of an IPv6 address. */
  private static int portColon(String authority) throws WrongUrlException {
    check(authority.indexOf('@') < 0, "has a user name");
    int from = Math.max(0, authority.indexOf(']'));
    return authority.indexOf(':', from);
  }

  private static int port(String text) throws WrongUrlException {
    check(
        !text.isEmpty()
            && text.length() <= PORT_DIGITS_MAX
            && text.chars().allMatch(c -> c >= '0' && c <= '9'),
        "the port is not a number");
    int port = Integer.parseInt(text);
    check(port > 0 && port <= PORT_MAX, "there is no such port");
    return port;
  }

  private static Host host(String text) throws WrongUrlException {
    check(!text.isEmpty(), "has no host");
    if (text.startsWith("[")) {
      return ipv6(text);
    }
    String name = withoutLastDot(ascii(text));
    check(!name.isEmpty() && name.length() <= NAME_BYTES_MAX, "the host has no valid name");
    if (Ipv4Text.isMeant(name)) {
      Optional<InetAddress> address = Ipv4Text.parse(name);
      return new Host.Literal(
          address.orElseThrow(() -> new WrongUrlException("the host is a wrong IPv4 address")));
    }
    check(!name.endsWith(".onion"), "onion services cannot be reached from here");
    return new Host.Name(name);
  }

  /** No zone: it would name one of our own interfaces. */
  private static Host ipv6(String text) throws WrongUrlException {
    boolean plain =
        text.endsWith("]")
            && text.indexOf(':') > 0
            && text.chars()
                .skip(1)
                .limit(text.length() - 2L)
                .allMatch(c -> c == ':' || c == '.' || HexFormat.isHexDigit(c));
    check(plain, "the host is a wrong IPv6 address");
    try {
      return new Host.Literal(InetAddress.ofLiteral(text.substring(1, text.length() - 1)));
    } catch (IllegalArgumentException _) {
      throw new WrongUrlException("the host is a wrong IPv6 address");
    }
  }

  /** Turns wide digits and foreign dots into plain ones, before the check for an address. */
  private static String ascii(String text) throws WrongUrlException {
    try {
      return IDN.toASCII(text, IDN.USE_STD3_ASCII_RULES).toLowerCase(Locale.ROOT);
    } catch (IllegalArgumentException _) {
      throw new WrongUrlException("the host has no valid name");
    }
  }

  private static String withoutLastDot(String name) {
    return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
  }

  private static void check(boolean holds, String otherwise) throws WrongUrlException {
    if (!holds) {
      throw new WrongUrlException(otherwise);
    }
  }
}
