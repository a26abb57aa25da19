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
  record Rendered(Supplier<OpsPages.Page> page) implements PlainAnswer {}

  static PlainAnswer of(Route.Plain route, OpsPages pages) {
    return switch (route) {
      case Route.Preflight() -> new Ready(Answers.preflight());
      case Route.ReadyPage(var page) -> new Ready(Answers.page(page.apply(pages)));
      case Route.Page(var page) -> new Rendered(() -> page.apply(pages));
      case Route.RepositoryPage(var repository) -> new Rendered(() -> pages.repository(repository));
      case Route.Code(var address) -> new Rendered(() -> pages.code(address));
      case Route.Asset(var name) -> new Ready(Answers.page(pages.asset(name)));
      case Route.RepositoryDocument(var repository) ->
          new Rendered(() -> pages.repositoryDocument(repository));
      case Route.NoRepositoryDocument() -> new Ready(Answers.page(pages.noRepositoryDocument()));
      case Route.RefusalPage(var slug) -> new Ready(Answers.page(pages.refusal(slug)));
      case Route.Why(var subject, var asText) ->
          new Rendered(() -> asText ? pages.whyAsText(subject) : pages.why(subject));
      case Route.NoSuchService() -> new Ready(Answers.noSuchService());
      case Route.LargeFiles() -> new Ready(Answers.noLargeFiles());
      case Route.Moved(var location) -> new Ready(Answers.moved(location));
      case Route.WrongMethod() -> new Ready(Answers.text(405, "method not allowed"));
      case Route.NotFound() -> new Ready(Answers.page(pages.notFound()));
    };
  }
}
