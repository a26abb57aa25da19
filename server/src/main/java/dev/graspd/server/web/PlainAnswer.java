package dev.graspd.server.web;

import dev.graspd.server.base.HandsOver;
import dev.graspd.server.site.address.ApiAddress;
import dev.graspd.server.web.http.Answers;
import dev.graspd.server.web.http.OpsPages;
import dev.graspd.server.web.http.PageTags;
import dev.graspd.server.web.http.SiteRequests;
import dev.graspd.server.web.route.Route;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpRequest;
import java.util.Optional;
import java.util.function.Supplier;

/** The answer to a request that needs neither git nor a WebSocket. */
sealed interface PlainAnswer {
  /** One that is small and in memory: the event loop sends it at once. */
  record Ready(FullHttpResponse response) implements PlainAnswer {}

  /**
   * A page that takes time to render, so another thread does.
   *
   * @param isForPrograms whether they read it if it is refused, too
   */
  @HandsOver
  record Rendered(Supplier<FullHttpResponse> page, boolean isForPrograms) implements PlainAnswer {
    @HandsOver
    private static Rendered of(Supplier<OpsPages.Page> page) {
      return new Rendered(() -> Answers.page(page.get()), false);
    }

    @HandsOver
    private static Rendered document(Supplier<OpsPages.Page> page) {
      return new Rendered(() -> Answers.page(page.get()), true);
    }
  }

  static PlainAnswer of(Route.Plain route, HttpRequest request, OpsPages pages) {
    Optional<String> known = SiteRequests.knownVersions(request);
    return switch (route) {
      case Route.Preflight() -> new Ready(Answers.preflight());
      case Route.ReadyPage(var page) -> new Ready(Answers.page(page.apply(pages)));
      case Route.Page(var page) -> Rendered.of(() -> page.apply(pages));
      case Route.Home() -> Rendered.of(() -> versioned(pages.home(), known));
      case Route.Document(var page) -> Rendered.document(() -> versioned(page.apply(pages), known));
      case Route.Api(var address) -> api(address, known, pages);
      case Route.ApiProblem(var reason, var detail) ->
          new Ready(Answers.page(pages.apiProblem(reason, detail)));
      case Route.Asset(var name) -> new Ready(Answers.page(pages.asset(name)));
      case Route.RepositoryDocument(var repository) ->
          Rendered.document(() -> versioned(pages.repositoryDocument(repository), known));
      case Route.NoRepositoryDocument() -> new Ready(Answers.page(pages.noRepositoryDocument()));
      case Route.RefusalPage(var slug) ->
          new Ready(Answers.page(PageTags.unlessKnown(pages.refusal(slug), known)));
      case Route.Why(var subject, var asText) ->
          asText
              ? Rendered.of(() -> pages.whyAsText(subject))
              : Rendered.document(() -> pages.why(subject));
      case Route.NoSuchService() -> new Ready(Answers.noSuchService());
      case Route.LargeFiles() -> new Ready(Answers.noLargeFiles());
      case Route.Moved(var location) -> new Ready(Answers.moved(location));
      case Route.WrongMethod() -> new Ready(Answers.text(405, "method not allowed"));
      case Route.NotFound() -> new Ready(Answers.page(pages.notFound()));
    };
  }

  /** A document that the client has already is made, but not sent. */
  private static OpsPages.Page versioned(OpsPages.Page page, Optional<String> known) {
    return PageTags.unlessKnown(PageTags.tagged(page), known);
  }

  /** That a program has the newest version is answered from memory. */
  private static PlainAnswer api(ApiAddress address, Optional<String> known, OpsPages pages) {
    return pages
        .apiAtOnce(address, known)
        .<PlainAnswer>map(page -> new Ready(Answers.page(page)))
        .orElseGet(() -> Rendered.document(() -> pages.api(address, known)));
  }
}
