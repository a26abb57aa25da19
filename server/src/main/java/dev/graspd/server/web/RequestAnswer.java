package dev.graspd.server.web;

import dev.graspd.core.nostr.refusal.PageReason;
import dev.graspd.core.nostr.refusal.Reason;
import dev.graspd.server.base.HandsOver;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.git.Exchange;
import dev.graspd.server.git.GitService;
import dev.graspd.server.site.address.SiteAddress;
import dev.graspd.server.web.exchange.ExchangeRequest;
import dev.graspd.server.web.git.GitFront;
import dev.graspd.server.web.git.GitPost;
import dev.graspd.server.web.http.Answers;
import dev.graspd.server.web.http.NoPage;
import dev.graspd.server.web.http.PageThreads;
import dev.graspd.server.web.http.Prepared;
import dev.graspd.server.web.http.SiteRequests;
import dev.graspd.server.web.route.Route;
import dev.graspd.server.web.site.SiteFront;
import dev.graspd.server.web.site.SiteReply;
import dev.graspd.server.web.site.SiteRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpRequest;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** How a request is answered: at once from memory, or by other threads. */
sealed interface RequestAnswer {
  /** One that is in memory. */
  record Ready(FullHttpResponse response) implements RequestAnswer {}

  /** One that a thread of pages makes. */
  record Made(CompletionStage<Prepared> answer) implements RequestAnswer {}

  /**
   * One that comes piece by piece.
   *
   * @param work begins it, and returns at once
   * @param busy the answer when there is no memory for it
   */
  @HandsOver
  record Streamed(GitFront git, Consumer<Exchange> work, Reason busy) implements RequestAnswer {}

  /** Answers with a page of operations. */
  static RequestAnswer of(PlainAnswer answer, Payer payer, WebContext web) {
    return switch (answer) {
      case PlainAnswer.Ready(var response) -> new Ready(response);
      case PlainAnswer.Rendered(var page, var isForPrograms) ->
          new Made(
              web.pageThreads()
                  .render(
                      payer,
                      false,
                      page,
                      isForPrograms ? NoPage.asProblem(web.pages()) : NoPage.asText()));
    };
  }

  /** Answers with something of the site. */
  static RequestAnswer of(SiteAddress address, HttpRequest request, Payer payer, WebContext web) {
    SiteRequest wanted = SiteRequests.of(request, address, payer);
    SiteFront site = web.site();
    Optional<SiteReply> ready = site.atOnce(wanted);
    if (ready.isPresent()) {
      return new Ready(Answers.site(ready.get()));
    }
    return web.git().isPresent() && site.isStreamed(wanted)
        ? new Streamed(
            web.git().get(),
            exchange -> stream(site, web.fileThreads(), wanted, exchange),
            PageReason.PAGE_BUSY)
        : new Made(
            web.pageThreads()
                .render(
                    payer,
                    site.isHeavy(address),
                    () -> Answers.site(site.reply(wanted)),
                    NoPage.asText()));
  }

  private static void stream(
      SiteFront site, PageThreads threads, SiteRequest wanted, Exchange exchange) {
    boolean isHeavy = site.isHeavy(wanted.address());
    if (!threads.run(wanted.payer(), isHeavy, () -> site.stream(wanted, exchange))) {
      exchange.refuse(503, PageReason.PAGE_BUSY.refusal().message());
    }
  }

  /** Answers with the refs of a repository; what is not in memory git's threads read. */
  static RequestAnswer of(Route.InfoRefs refs, HttpRequest request, WebContext web) {
    if (web.git().isEmpty()) {
      return new Ready(Answers.page(web.pages().notFound()));
    }
    GitService git = web.git().get().service();
    return git.infoRefsAtOnce(refs.space(), refs.service(), ExchangeRequest.protocolOf(request))
        .<RequestAnswer>map(ready -> new Ready(Answers.git(ready)))
        .orElseGet(() ->
            new Streamed(
                web.git().get(),
                exchange -> git.infoRefs(refs.space(), refs.service(), exchange),
                GitPost.busy(refs.service())));
  }
}
