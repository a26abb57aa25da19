package dev.graspd.core.url;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The one spelling of a host in a URL: lower case, without a dot at its end, addresses in their
 * shortest form. A host that some readers take for an address and others for a name is none.
 */
public final class HostText {
  /** Hosts that some readers take for an address, of whatever form: octal, hex, shortened. */
  private static final Pattern NUMBER = Pattern.compile("(.*\\.)?[0-9][^.]*");

  private static final Pattern IPV4 =
      Pattern.compile("(0|[1-9][0-9]{0,2})(\\.(0|[1-9][0-9]{0,2})){3}");

  private HostText() {}

  /** Returns the one spelling of a host as {@link java.net.URI} gives it; empty if it has none. */
  public static Optional<String> of(String text) {
    String host = text.toLowerCase(Locale.ROOT);
    if (host.startsWith("[")) {
      return Ipv6Text.shortest(host.substring(1, host.length() - 1))
          .map(address -> "[" + address + "]");
    }
    String name = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    boolean isClear = !NUMBER.matcher(name).matches() || IPV4.matcher(name).matches();
    return isClear && !name.isEmpty() ? Optional.of(name) : Optional.empty();
  }
}
