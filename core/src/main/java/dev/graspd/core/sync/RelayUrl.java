package dev.graspd.core.sync;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.url.HostText;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A relay's URL, normalised once so that two spellings of a relay are one relay: lower-case host
 * without a dot at its end, addresses in their shortest form, no default port, no slash at the end,
 * no fragment. {@link #parse} and {@link #ofClone} are the only ways to get one. Immutable.
 */
public final class RelayUrl implements Comparable<RelayUrl> {
  public static final int CHARACTERS_MAX = 512;

  private static final Set<String> RELAY_SCHEMES = Set.of("ws", "wss");
  private static final Set<String> DOT_SEGMENTS = Set.of(".", "..");
  private static final String GIT = ".git";

  private static final int PORT_MAX = 65_535;

  private final String text;

  private RelayUrl(String text) {
    this.text = text;
  }

  /** Parses the URL of a relay; empty if we could not connect to it. */
  public static Optional<RelayUrl> parse(String text) {
    URI uri = uri(text.strip());
    if (uri == null || uri.getScheme() == null) {
      return Optional.empty();
    }
    String scheme = lower(uri.getScheme());
    return RELAY_SCHEMES.contains(scheme) ? normalised(scheme, uri) : Optional.empty();
  }

  /**
   * Returns the relay behind a clone URL of the GRASP shape, {@code
   * http(s)://host[/base]/<npub>/<identifier>.git}; empty for every other URL: an ordinary git host
   * is no relay. The identifier may be spelled in any way, so only the part before it is read as a
   * URL.
   */
  public static Optional<RelayUrl> ofClone(String text) {
    URI root = uri(rootOf(withoutSlash(text.strip())));
    if (root == null
        || root.getScheme() == null
        || root.getRawQuery() != null
        || root.getRawFragment() != null) {
      return Optional.empty();
    }
    return switch (lower(root.getScheme())) {
      case "https" -> normalised("wss", root);
      case "http" -> normalised("ws", root);
      default -> Optional.empty();
    };
  }

  /** Returns the part before {@code /<npub>/<identifier>.git}; empty without such an ending. */
  private static String rootOf(String clone) {
    int name = clone.lastIndexOf('/');
    int owner = name < 1 ? -1 : clone.lastIndexOf('/', name - 1);
    boolean isNamed = clone.endsWith(GIT) && clone.length() > name + 1 + GIT.length();
    return owner >= 0 && isNamed && Bech32.parseNpub(clone.substring(owner + 1, name)).isPresent()
        ? clone.substring(0, owner)
        : "";
  }

  private static Optional<RelayUrl> normalised(String scheme, URI uri) {
    String path = uri.getRawPath() == null ? "" : withoutSlash(uri.getRawPath());
    int port = uri.getPort();
    boolean isUsable =
        uri.getRawUserInfo() == null && port != 0 && port <= PORT_MAX && !hasDotSegments(path);
    if (!isUsable || uri.getHost() == null) {
      return Optional.empty();
    }
    String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    String ending = (port == -1 || port == standardPort(scheme) ? "" : ":" + port) + path + query;
    return HostText.of(uri.getHost())
        .map(host -> scheme + "://" + host + ending)
        .filter(RelayUrl::isAscii)
        .map(RelayUrl::new);
  }

  private static int standardPort(String scheme) {
    return scheme.equals("wss") ? 443 : 80;
  }

  private static boolean hasDotSegments(String path) {
    return Arrays.stream(path.split("/", -1)).anyMatch(DOT_SEGMENTS::contains);
  }

  private static boolean isAscii(String text) {
    return text.chars().allMatch(c -> c > ' ' && c < 0x7F);
  }

  private static String withoutSlash(String path) {
    int end = path.length();
    while (end > 0 && path.charAt(end - 1) == '/') {
      end--;
    }
    return path.substring(0, end);
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  private static @Nullable URI uri(String text) {
    if (text.length() > CHARACTERS_MAX) {
      return null;
    }
    try {
      return new URI(text);
    } catch (URISyntaxException e) {
      return null;
    }
  }

  /** Returns the host without port: all ports of a host have the same owner. */
  public String host() {
    int start = text.indexOf("://") + 3;
    int end = text.charAt(start) == '[' ? text.indexOf(']', start) : start;
    while (end < text.length() && ":/?".indexOf(text.charAt(end)) < 0) {
      end++;
    }
    return text.substring(start, end);
  }

  public String text() {
    return text;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RelayUrl that && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public int compareTo(RelayUrl that) {
    return text.compareTo(that.text);
  }

  @Override
  public String toString() {
    return text;
  }
}
