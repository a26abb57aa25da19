package dev.graspd.server.web.route;

import dev.graspd.core.nostr.refusal.QueryReason;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.base.HandsOver;
import dev.graspd.server.diary.Subject;
import dev.graspd.server.git.GitService;
import dev.graspd.server.site.address.Addresses;
import dev.graspd.server.site.address.ApiAddress;
import dev.graspd.server.site.address.ApiAddresses;
import dev.graspd.server.site.address.SiteAddress;
import dev.graspd.server.web.http.OpsPages;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** The target of a request. Pure. */
public sealed interface Route {
  /** A target that needs neither git nor a WebSocket. */
  sealed interface Plain extends Route {}

  /** A CORS preflight; it is always granted. */
  record Preflight() implements Plain {}

  record Relay() implements Route {}

  /** One of the pages that operations provide, which takes time to render. */
  @HandsOver
  record Page(Function<OpsPages, OpsPages.Page> page) implements Plain {}

  /** The first page of the service. */
  record Home() implements Plain {}

  /** A document for programs, which takes time to make. */
  @HandsOver
  record Document(Function<OpsPages, OpsPages.Page> page) implements Plain {}

  /** One that is small and in memory: an event loop answers it at once. */
  record ReadyPage(Function<OpsPages, OpsPages.Page> page) implements Plain {}

  /** A page, a document or a file of the site. */
  record Site(SiteAddress address) implements Route {}

  /** Code of a repository for programs. */
  record Api(ApiAddress address) implements Plain {}

  /** A request for code that cannot be answered. */
  record ApiProblem(QueryReason reason, String detail) implements Plain {}

  /** A file that pages share. */
  record Asset(String name) implements Plain {}

  record RepositoryDocument(RepoAddress repository) implements Plain {}

  /** The JSON answer for a malformed repository name. */
  record NoRepositoryDocument() implements Plain {}

  /** The page that explains a refusal; the list of all for an empty name. */
  record RefusalPage(String slug) implements Plain {}

  record Why(Subject subject, boolean asText) implements Plain {}

  /** The refs of a repository or of submissions, before a fetch or a push. */
  record InfoRefs(RefSpace space, GitService.Name service) implements Route {}

  record Exchange(RefSpace space, GitService.Name service) implements Route {}

  /** Refs for dumb clients, without a service, or for an unknown service. */
  record NoSuchService() implements Plain {}

  record LargeFiles() implements Plain {}

  /** A page with a slash too many at its end. */
  record Moved(String location) implements Plain {}

  record WrongMethod() implements Plain {}

  record NotFound() implements Plain {}

  /** Decides where a request goes. The base path begins and ends with a slash. */
  static Route of(HttpRequest request, String basePath) {
    if (request.method().equals(HttpMethod.OPTIONS)) {
      return new Preflight();
    }
    String target = originForm(request.uri());
    int question = target.indexOf('?');
    Optional<String> path = below(basePath, question < 0 ? target : target.substring(0, question));
    if (path.isEmpty()) {
      return new NotFound();
    }
    if (asksForWebSocket(request.headers())) {
      return path.get().isEmpty() ? new Relay() : new NotFound();
    }
    return page(path.get(), request.headers())
        .map(page -> isReading(request.method()) ? page : new WrongMethod())
        .orElseGet(() ->
            from(
                basePath,
                deeper(request, path.get(), question < 0 ? "" : target.substring(question + 1))));
  }

  /** Places below the base path become places on this server. */
  private static Route from(String basePath, Route route) {
    return route instanceof Moved(var location) ? new Moved(basePath + location) : route;
  }

  private static Route deeper(HttpRequest request, String path, String query) {
    HttpMethod method = request.method();
    if (RepoRoute.isService(path)) {
      return PathSegments.of(path)
          .map(segments -> RepoRoute.of(method, segments, query))
          .orElseGet(NotFound::new);
    }
    Optional<Route> site = site(Addresses.read(path, query));
    if (site.isPresent()) {
      return isReading(method) ? site.get() : new WrongMethod();
    }
    Optional<Route> api = api(ApiAddresses.read(path, query));
    if (api.isPresent()) {
      return isReading(method)
          ? api.get()
          : new ApiProblem(QueryReason.API_METHOD, "this was " + method.name());
    }
    Optional<List<String>> segments = PathSegments.of(path);
    if (segments.isEmpty()) {
      return new NotFound();
    }
    if (segments.get().getFirst().equals("errors") && segments.get().size() <= 2) {
      String slug = segments.get().size() == 1 ? "" : segments.get().get(1);
      return isReading(method) ? new RefusalPage(slug) : new WrongMethod();
    }
    if (WhyRoute.isBelow(segments.get())) {
      return why(request, WhyRoute.of(segments.get()));
    }
    if (RepoRoute.isList(segments.get())) {
      return isReading(method)
          ? new Document(pages -> pages.repositories(query))
          : new WrongMethod();
    }
    return RepoRoute.isDocument(segments.get())
        ? RepoRoute.document(method, segments.get())
        : RepoRoute.of(method, segments.get(), query);
  }

  private static Optional<Route> site(Addresses.Reading reading) {
    return switch (reading) {
      case Addresses.Reading.At(SiteAddress.Asset(var name)) -> Optional.of(new Asset(name));
      case Addresses.Reading.At(var address) -> Optional.of(new Site(address));
      case Addresses.Reading.Moved(SiteAddress.Asset _) -> Optional.empty();
      case Addresses.Reading.Moved(var address) -> Optional.of(new Moved(Addresses.write(address)));
      case Addresses.Reading.Nothing() -> Optional.empty();
    };
  }

  private static Optional<Route> api(ApiAddresses.Reading reading) {
    return switch (reading) {
      case ApiAddresses.Reading.At(var address) -> Optional.of(new Api(address));
      case ApiAddresses.Reading.Malformed(var detail) ->
          Optional.of(new ApiProblem(QueryReason.QUERY_MALFORMED, detail));
      case ApiAddresses.Reading.Nothing() ->
          Optional.of(new ApiProblem(QueryReason.API_NOT_FOUND, "nothing can have this address"));
      case ApiAddresses.Reading.Elsewhere() -> Optional.empty();
    };
  }

  private static Route why(HttpRequest request, Optional<Subject> subject) {
    if (!isReading(request.method())) {
      return new WrongMethod();
    }
    return subject
        .<Route>map(known -> new Why(known, accepts(request.headers(), "text/plain")))
        .orElseGet(NotFound::new);
  }

  private static Optional<Route> page(String path, HttpHeaders headers) {
    return Optional.ofNullable(
        switch (path) {
          case "" ->
              accepts(headers, "application/nostr+json")
                  ? new ReadyPage(OpsPages::relayInformation)
                  : new Home();
          case "healthz" -> new ReadyPage(OpsPages::health);
          case "readyz" -> new ReadyPage(OpsPages::ready);
          case "metrics" -> new Page(OpsPages::metrics);
          case "status" -> new Page(OpsPages::status);
          case "api/v1/sync" -> new Document(OpsPages::sync);
          case "api/v1/upkeep" -> new Document(OpsPages::upkeep);
          default -> null;
        });
  }

  static boolean isReading(HttpMethod method) {
    return method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD);
  }

  private static boolean accepts(HttpHeaders headers, String type) {
    return headers.getAll(HttpHeaderNames.ACCEPT).stream()
        .anyMatch(value -> value.toLowerCase(Locale.ROOT).contains(type));
  }

  static boolean asksForWebSocket(HttpHeaders headers) {
    return headers.containsValue(HttpHeaderNames.UPGRADE, HttpHeaderValues.WEBSOCKET, true);
  }

  /** Returns the path below the base path; the base without its last slash counts as the base. */
  private static Optional<String> below(String basePath, String path) {
    if (path.startsWith(basePath)) {
      return Optional.of(path.substring(basePath.length()));
    }
    return basePath.equals(path + "/") ? Optional.of("") : Optional.empty();
  }

  /** Returns path and query as they were written; a request may name the whole URL. */
  private static String originForm(String uri) {
    if (uri.startsWith("/")) {
      return uri;
    }
    int authority = uri.indexOf("://");
    int slash = authority < 0 ? -1 : uri.indexOf('/', authority + 3);
    return slash < 0 ? "/" : uri.substring(slash);
  }
}
