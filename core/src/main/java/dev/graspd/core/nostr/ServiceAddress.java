package dev.graspd.core.nostr;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where this service lives: the host and port that clients use, and the path below which everything
 * is. Compared by parts, never as text.
 *
 * @param host lower-case
 * @param port -1 when clients use the default port of their scheme
 * @param basePath starts with a slash and does not end with one, except the root itself
 */
public record ServiceAddress(String host, int port, String basePath) {
  private static final Set<String> SECURE = Set.of("wss", "https");
  private static final Set<String> PLAIN = Set.of("ws", "http");

  /**
   * Parses {@code host[:port]} and a base path.
   *
   * @throws IllegalArgumentException if the domain is anything else
   */
  public static ServiceAddress of(String domain, String basePath) {
    URI uri = uri("ws://" + domain);
    if (uri == null
        || uri.getHost() == null
        || uri.getRawUserInfo() != null
        || !domain.equals(uri.getRawAuthority())) {
      throw new IllegalArgumentException("not host[:port]: " + domain);
    }
    return new ServiceAddress(lower(uri.getHost()), uri.getPort(), path(basePath));
  }

  /** Parses {@code host[:port][/path]}, as {@link #text} writes it; empty if it is none. */
  public static Optional<ServiceAddress> parse(String text) {
    int slash = text.indexOf('/');
    try {
      return Optional.of(
          of(slash < 0 ? text : text.substring(0, slash), slash < 0 ? "/" : text.substring(slash)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Returns host, port and path as people write them, without a scheme. */
  public String text() {
    return host + (port == -1 ? "" : ":" + port) + (basePath.equals("/") ? "" : basePath);
  }

  /** Returns the URL of the relay, for people: plain on this machine, otherwise secure. */
  public String relayUrl() {
    return (isLoopback(host) ? "ws://" : "wss://") + text();
  }

  /** Returns the URL of the service's root without a slash at the end, for people. */
  public String httpUrl() {
    return (isLoopback(host) ? "http://" : "https://") + text();
  }

  /** Returns the URL that git understands with ngit's help; it names our relay in between. */
  public String nostrUrl(PublicKey owner, String identifier) {
    // Without a scheme ngit takes it for one with a certificate.
    String relay = isLoopback(host) ? "ws://" + text() : text();
    return "nostr://"
        + Bech32.npub(owner)
        + "/"
        + URLEncoder.encode(relay, StandardCharsets.UTF_8)
        + "/"
        + segment(identifier);
  }

  /** Returns a text as one segment of a path. */
  public static String segment(String text) {
    // Form encoding, but for the space and a sign that need no escape.
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20").replace("%3A", ":");
  }

  /** Returns whether this URL (ws, wss, http or https) leads to the service's root. */
  public boolean isNamedBy(String url) {
    return pathHere(url).filter(basePath::equals).isPresent();
  }

  /** Returns whether this URL (ws, wss, http or https) leads to anything of the service. */
  public boolean contains(String url) {
    return pathHere(url)
        .filter(path ->
            basePath.equals("/") || path.equals(basePath) || path.startsWith(basePath + "/"))
        .isPresent();
  }

  /** The path of a URL that leads to this host and port. */
  private Optional<String> pathHere(String url) {
    URI uri = uri(url);
    if (uri == null || uri.getHost() == null || uri.getScheme() == null) {
      return Optional.empty();
    }
    String scheme = lower(uri.getScheme());
    boolean secure = SECURE.contains(scheme);
    boolean isHere =
        (secure || PLAIN.contains(scheme))
            && isSameHost(lower(uri.getHost()))
            && isSamePort(uri.getPort(), secure ? 443 : 80);
    String rawPath = uri.getRawPath();
    return isHere ? Optional.of(path(rawPath == null ? "" : rawPath)) : Optional.empty();
  }

  /**
   * Returns whether this URL (http or https) is the clone URL of a repository of this service:
   * {@code <root>/<npub>/<identifier>.git}, the identifier percent-encoded or not.
   */
  public boolean isRepositoryUrl(String url, PublicKey owner, String identifier) {
    return isGitUrl(url, "/", owner, identifier);
  }

  /**
   * Returns whether this URL (http or https) is where a key submits pull requests to this service:
   * {@code <root>/prs/<npub>/<identifier>.git}, the identifier percent-encoded or not.
   */
  public boolean isSubmissionUrl(String url, PublicKey signer, String identifier) {
    return isGitUrl(url, "/prs/", signer, identifier);
  }

  private boolean isGitUrl(String url, String below, PublicKey key, String identifier) {
    String ending = below + Bech32.npub(key) + "/";
    String trimmed = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    int at = trimmed.lastIndexOf(ending);
    if (at < 0 || !trimmed.endsWith(".git") || !url.regionMatches(true, 0, "http", 0, 4)) {
      return false;
    }
    String name = trimmed.substring(at + ending.length(), trimmed.length() - ".git".length());
    return (name.equals(identifier) || decoded(name).equals(identifier))
        && isNamedBy(trimmed.substring(0, at));
  }

  private static String decoded(String segment) {
    URI uri = uri("x:/" + segment);
    return uri == null || uri.getPath() == null ? segment : uri.getPath().substring(1);
  }

  private boolean isSameHost(String other) {
    return host.equals(other) || (isLoopback(host) && isLoopback(other));
  }

  /** A proxy in front may serve either scheme, so its default port counts for a missing one. */
  private boolean isSamePort(int other, int schemeDefault) {
    int theirs = other == -1 ? schemeDefault : other;
    return port == -1 ? theirs == 443 || theirs == 80 : port == theirs;
  }

  private static boolean isLoopback(String host) {
    return host.equals("localhost")
        || host.equals("[::1]")
        || host.matches("127(\\.[0-9]{1,3}){3}");
  }

  private static String path(String raw) {
    String path = raw.startsWith("/") ? raw : "/" + raw;
    while (path.length() > 1 && path.endsWith("/")) {
      path = path.substring(0, path.length() - 1);
    }
    return path;
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  private static @Nullable URI uri(String text) {
    try {
      return new URI(text);
    } catch (URISyntaxException e) {
      return null;
    }
  }
}
