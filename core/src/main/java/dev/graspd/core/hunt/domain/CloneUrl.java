package dev.graspd.core.hunt.domain;

import dev.graspd.core.url.HostText;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A clone URL that we may fetch from, normalised once so that two spellings of a place are one
 * place: http or https, lower-case host, no default port, no slash at the end; a path, and neither
 * a user nor a query nor a fragment. {@link #parse} is the only way to get one. Immutable.
 */
public final class CloneUrl implements Comparable<CloneUrl> {
  public static final int BYTES_MAX = 512;

  private static final Set<String> DOT_SEGMENTS = Set.of(".", "..");
  private static final int PORT_MAX = 65_535;
  private static final int HTTP_PORT = 80;
  private static final int HTTPS_PORT = 443;

  private final String text;
  private final Endpoint endpoint;

  private CloneUrl(String text, Endpoint endpoint) {
    this.text = text;
    this.endpoint = endpoint;
  }

  /** Parses a clone URL of an event; empty if we could not fetch from it. */
  public static Optional<CloneUrl> parse(String text) {
    URI uri = uri(text.strip());
    if (uri == null || uri.getScheme() == null || !isPlain(uri)) {
      return Optional.empty();
    }
    return switch (uri.getScheme().toLowerCase(Locale.ROOT)) {
      case "https" -> normalised("https", HTTPS_PORT, uri);
      case "http" -> normalised("http", HTTP_PORT, uri);
      default -> Optional.empty();
    };
  }

  private static boolean isPlain(URI uri) {
    return uri.getHost() != null
        && uri.getRawUserInfo() == null
        && uri.getRawQuery() == null
        && uri.getRawFragment() == null
        && uri.getPort() != 0
        && uri.getPort() <= PORT_MAX;
  }

  private static Optional<CloneUrl> normalised(String scheme, int standardPort, URI uri) {
    String path = withoutSlash(uri.getRawPath());
    int port = uri.getPort() == -1 ? standardPort : uri.getPort();
    if (path.isEmpty() || hasDotSegments(path)) {
      return Optional.empty();
    }
    String ending = (port == standardPort ? "" : ":" + port) + path;
    return HostText.of(uri.getHost())
        .map(host ->
            new CloneUrl(scheme + "://" + host + ending, new Endpoint(new Domain(host), port)));
  }

  private static boolean hasDotSegments(String path) {
    return Arrays.stream(path.split("/", -1)).anyMatch(DOT_SEGMENTS::contains);
  }

  private static String withoutSlash(String path) {
    int end = path.length();
    while (end > 0 && path.charAt(end - 1) == '/') {
      end--;
    }
    return path.substring(0, end);
  }

  /** Only visible ASCII, so that nothing can break out of a request line or deceive a reader. */
  private static @Nullable URI uri(String text) {
    if (text.length() > BYTES_MAX || !text.chars().allMatch(c -> c > ' ' && c < 0x7F)) {
      return null;
    }
    try {
      return new URI(text);
    } catch (URISyntaxException e) {
      return null;
    }
  }

  public String text() {
    return text;
  }

  public Domain domain() {
    return endpoint.host();
  }

  public Endpoint endpoint() {
    return endpoint;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CloneUrl that && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public int compareTo(CloneUrl that) {
    return text.compareTo(that.text);
  }

  @Override
  public String toString() {
    return text;
  }
}
