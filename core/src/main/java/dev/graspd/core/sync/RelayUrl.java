package dev.graspd.core.sync;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.PublicKey;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A relay's URL, normalised once so that two spellings of a relay are one relay: lower-case host,
 * no default port, no slash at the end, no user, no fragment. {@link #parse} is the only way to get
 * one from outside.
 */
public record RelayUrl(String text) implements Comparable<RelayUrl> {
  public static final int CHARACTERS_MAX = 512;
  private static final Set<String> RELAY_SCHEMES = Set.of("ws", "wss");

  /** Parses the URL of a relay; empty if it is none that could be connected to. */
  public static Optional<RelayUrl> parse(String text) {
    URI uri = uri(text.strip());
    return uri == null || uri.getScheme() == null || !RELAY_SCHEMES.contains(lower(uri.getScheme()))
        ? Optional.empty()
        : normalised(lower(uri.getScheme()), uri, uri.getRawPath());
  }

  /**
   * Returns the relay behind a clone URL of the GRASP shape, {@code
   * http(s)://host[/base]/<npub>/<identifier>.git}; empty for every other URL: an ordinary git host
   * is no relay.
   */
  public static Optional<RelayUrl> ofClone(String text) {
    URI uri = uri(text.strip());
    if (uri == null || uri.getScheme() == null || uri.getRawPath() == null) {
      return Optional.empty();
    }
    String scheme = lower(uri.getScheme());
    String base = basePath(uri.getRawPath());
    if (base == null || uri.getRawQuery() != null) {
      return Optional.empty();
    }
    return switch (scheme) {
      case "https" -> normalised("wss", uri, base);
      case "http" -> normalised("ws", uri, base);
      default -> Optional.empty();
    };
  }

  /** Returns what stands before {@code /<npub>/<identifier>.git}, or null. */
  private static @Nullable String basePath(String rawPath) {
    String path = withoutSlash(rawPath);
    int name = path.lastIndexOf('/');
    int owner = name < 1 ? -1 : path.lastIndexOf('/', name - 1);
    if (owner < 0 || !path.endsWith(".git") || path.length() <= name + 1 + ".git".length()) {
      return null;
    }
    Optional<PublicKey> key = Bech32.parseNpub(path.substring(owner + 1, name));
    return key.isPresent() ? path.substring(0, owner) : null;
  }

  private static Optional<RelayUrl> normalised(String scheme, URI uri, @Nullable String rawPath) {
    String host = uri.getHost();
    if (host == null || uri.getRawUserInfo() != null || host.isEmpty()) {
      return Optional.empty();
    }
    int standard = scheme.equals("wss") ? 443 : 80;
    int port = uri.getPort();
    String text =
        scheme
            + "://"
            + lower(host)
            + (port == -1 || port == standard ? "" : ":" + port)
            + withoutSlash(rawPath == null ? "" : rawPath)
            + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
    return port == 0 || port > 65_535 ? Optional.empty() : Optional.of(new RelayUrl(text));
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

  @Override
  public int compareTo(RelayUrl that) {
    return text.compareTo(that.text);
  }

  @Override
  public String toString() {
    return text;
  }
}
