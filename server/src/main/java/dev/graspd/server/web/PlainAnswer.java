package dev.graspd.server.web;

import dev.graspd.server.base.HandsOver;
import dev.graspd.server.web.http.Answers;
import dev.graspd.server.web.http.OpsPages;
import dev.graspd.server.web.route.Route;
import io.netty.handler.codec.http.FullHttpResponse;
import java.util.function.Supplier;

/** The answer to a request that needs neither git nor a WebSocket. */
sealed interface PlainAnswer {
  /** One that is small and in memory: the event loop sends it at once. */
  record Ready(FullHttpResponse response) implements PlainAnswer {}

  /** A page that takes time to render, so another thread does. */
  @HandsOver
  record Rendered(Supplier<FullHttpResponse> page) implements PlainAnswer {
    @HandsOver
    private static Rendered of(Supplier<OpsPages.Page> page) {
      return new Rendered(() -> Answers.page(page.get()));
    }
  }

  static PlainAnswer of(Route.Plain route, OpsPages pages) {
    return switch (route) {
      case Route.Preflight() -> new Ready(Answers.preflight());
      case Route.ReadyPage(var page) -> new Ready(Answers.page(page.apply(pages)));
      case Route.Page(var page) -> Rendered.of(() -> page.apply(pages));
      case Route.Api(var address) -> Rendered.of(() -> pages.api(address));
      case Route.ApiProblem(var reason, var detail) ->
          new Ready(Answers.page(pages.apiProblem(reason, detail)));
      case Route.Asset(var name) -> new Ready(Answers.page(pages.asset(name)));
      case Route.RepositoryDocument(var repository) ->
          Rendered.of(() -> pages.repositoryDocument(repository));
      case Route.NoRepositoryDocument() -> new Ready(Answers.page(pages.noRepositoryDocument()));
      case Route.RefusalPage(var slug) -> new Ready(Answers.page(pages.refusal(slug)));
      case Route.Why(var subject, var asText) ->
          Rendered.of(() -> asText ? pages.whyAsText(subject) : pages.why(subject));
      case Route.NoSuchService() -> new Ready(Answers.noSuchService());
      case Route.LargeFiles() -> new Ready(Answers.noLargeFiles());
      case Route.Moved(var location) -> new Ready(Answers.moved(location));
      case Route.WrongMethod() -> new Ready(Answers.text(405, "method not allowed"));
      case Route.NotFound() -> new Ready(Answers.page(pages.notFound()));
    };
  }
}
