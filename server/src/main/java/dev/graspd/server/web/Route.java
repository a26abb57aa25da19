package dev.graspd.server.web;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** What a request asks for. Deciding it touches nothing. */
sealed interface Route {
  /** A browser asks whether it may ask; it always may. */
  record Preflight() implements Route {}

  /** A WebSocket at the service root. */
  record Relay() implements Route {}

  /** One of the pages that operations provide. */
  record Page(Function<OpsPages, OpsPages.Page> page) implements Route {}

  record WrongMethod() implements Route {}

  record NotFound() implements Route {}

  /** Decides where a request goes. The base path begins and ends with a slash. */
  static Route of(HttpRequest request, String basePath) {
    if (request.method().equals(HttpMethod.OPTIONS)) {
      return new Preflight();
    }
    Optional<String> path = below(basePath, pathOf(request.uri()));
    if (path.isEmpty()) {
      return new NotFound();
    }
    if (asksForWebSocket(request.headers())) {
      return path.get().isEmpty() ? new Relay() : new NotFound();
    }
    return page(path.get(), request.headers())
        .<Route>map(page -> isReading(request.method()) ? new Page(page) : new WrongMethod())
        .orElseGet(NotFound::new);
  }

  private static Optional<Function<OpsPages, OpsPages.Page>> page(
      String path, HttpHeaders headers) {
    return Optional.ofNullable(
        switch (path) {
          case "" ->
              accepts(headers, "application/nostr+json")
                  ? OpsPages::relayInformation
                  : OpsPages::home;
          case "healthz" -> OpsPages::health;
          case "readyz" -> OpsPages::ready;
          case "metrics" -> OpsPages::metrics;
          default -> null;
        });
  }

  private static boolean isReading(HttpMethod method) {
    return method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD);
  }

  private static boolean accepts(HttpHeaders headers, String type) {
    return headers.getAll(HttpHeaderNames.ACCEPT).stream()
        .anyMatch(value -> value.toLowerCase(Locale.ROOT).contains(type));
  }

  static boolean asksForWebSocket(HttpHeaders headers) {
    return headers.containsValue(HttpHeaderNames.UPGRADE, HttpHeaderValues.WEBSOCKET, true);
  }

  /** Returns what follows the base path; the base without its last slash counts as the base. */
  private static Optional<String> below(String basePath, String path) {
    if (path.startsWith(basePath)) {
      return Optional.of(path.substring(basePath.length()));
    }
    return basePath.equals(path + "/") ? Optional.of("") : Optional.empty();
  }

  /** Returns the path as it was written, without query; a request may name the whole URL. */
  private static String pathOf(String uri) {
    String path = uri;
    if (!path.startsWith("/")) {
      int authority = path.indexOf("://");
      int slash = authority < 0 ? -1 : path.indexOf('/', authority + 3);
      path = slash < 0 ? "/" : path.substring(slash);
    }
    int query = path.indexOf('?');
    return query < 0 ? path : path.substring(0, query);
  }
}
