package dev.graspd.server.app.command;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Nip19;
import dev.graspd.core.nostr.Nip19.Named;
import dev.graspd.server.ops.Escape;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.config.Config;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The command that shows the life of an event or a ref: it asks the running server. */
final class Why {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int LINE_BYTES_MAX = 4_096;
  private static final long ANSWER_BYTES_MAX = 1 << 20;

  private static final int OK_STATUS = 200;
  private static final int NOT_FOUND_STATUS = 404;

  private Why() {}

  /** Asks and prints; the exit code says whether anything is known. */
  static int run(String root, List<String> words, boolean asJson, PrintWriter out)
      throws StartRefused {
    String path = path(words);
    String type = asJson ? "application/json" : "text/plain";
    HttpResponse<String> answer = ask(uri(root + "/api/v1/why/" + path), type);
    boolean isOurs = answer.headers().firstValue("Content-Type").orElse("").startsWith(type);
    if (!isOurs || (answer.statusCode() != OK_STATUS && answer.statusCode() != NOT_FOUND_STATUS)) {
      throw new StartRefused(
          root + " answers with status " + answer.statusCode() + " and knows no such question");
    }
    if (asJson) {
      out.println(Escape.escape(answer.body().strip()));
    } else {
      answer.body().lines().forEach(line -> out.println(Escape.line(line, LINE_BYTES_MAX)));
    }
    return answer.statusCode() == OK_STATUS ? Cli.OK : Cli.FAILED;
  }

  /** Returns the URL of the configured server on this machine. */
  static String ownRoot(Config config) {
    InetSocketAddress bind = config.web().bind();
    InetAddress address = bind.getAddress();
    InetSocketAddress here =
        address == null || !address.isAnyLocalAddress()
            ? bind
            : new InetSocketAddress(InetAddress.getLoopbackAddress(), bind.getPort());
    return "http://" + Config.hostAndPort(here) + withoutSlash(config.web().basePath());
  }

  static String withoutSlash(String text) {
    return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
  }

  /** Returns the path of the question: an event, or a repository and its ref. */
  static String path(List<String> words) throws StartRefused {
    Optional<String> id = words.size() == 1 ? eventId(words.getFirst()) : Optional.empty();
    if (id.isPresent()) {
      return id.get();
    }
    List<String> parts = Arrays.asList(String.join("/", words).split("/", -1));
    if (parts.size() < 3 || Bech32.parseNpub(parts.getFirst()).isEmpty()) {
      throw new StartRefused(
          "neither an event (64 hex digits, note1… or nevent1…) nor a ref"
              + " (npub1…/identifier/refs/heads/main, or npub1…/identifier main)");
    }
    String ref = String.join("/", parts.subList(2, parts.size()));
    String whole = ref.startsWith("refs/") ? ref : "refs/heads/" + ref;
    String identifier = parts.get(1);
    String name =
        identifier.endsWith(".git")
            ? identifier.substring(0, identifier.length() - ".git".length())
            : identifier;
    return parts.getFirst() + "/" + escaped(name) + "/" + escapedPath(whole);
  }

  private static Optional<String> eventId(String text) {
    String word = text.startsWith("nostr:") ? text.substring("nostr:".length()) : text;
    if (word.matches("[0-9a-f]{64}")) {
      return Optional.of(word);
    }
    return Nip19.parse(word)
        .flatMap(named ->
            named instanceof Named.OfEvent(var id) ? Optional.of(id.hex()) : Optional.empty());
  }

  private static String escapedPath(String path) {
    return Arrays.stream(path.split("/", -1)).map(Why::escaped).collect(Collectors.joining("/"));
  }

  private static String escaped(String segment) {
    return URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static URI uri(String text) throws StartRefused {
    try {
      URI uri = URI.create(text);
      if (List.of("http", "https").contains(uri.getScheme()) && uri.getHost() != null) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      throw new StartRefused("--url is no address: " + e.getMessage(), e);
    }
    throw new StartRefused("--url must begin with http:// or https://");
  }

  private static HttpResponse<String> ask(URI uri, String type) throws StartRefused {
    HttpRequest request =
        HttpRequest.newBuilder(uri).header("Accept", type).timeout(PATIENCE).build();
    try (HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
      return client.send(request, BodyHandlers.limiting(BodyHandlers.ofString(), ANSWER_BYTES_MAX));
    } catch (IOException e) {
      throw new StartRefused(
          "no server answers at "
              + uri.getScheme()
              + "://"
              + uri.getAuthority()
              + " (another address: --url): "
              + e,
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StartRefused("interrupted", e);
    }
  }
}
