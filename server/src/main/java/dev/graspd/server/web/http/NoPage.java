package dev.graspd.server.web.http;

import dev.graspd.core.nostr.refusal.PageReason;
import dev.graspd.server.web.http.OpsPages.Page;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.time.Duration;
import java.util.function.Function;

/**
 * Why a page was not made.
 *
 * @param pause after which the client may ask again
 */
public record NoPage(PageReason reason, int status, Duration pause) {
  private static final Duration SHORT = Duration.ofSeconds(5);

  /** All threads are busy, and enough requests wait. */
  static final NoPage BUSY = new NoPage(PageReason.PAGE_BUSY, 503, SHORT);

  /** It was not ready in time. */
  static final NoPage LATE = new NoPage(PageReason.PAGE_LATE, 503, SHORT);

  /** The address has had its share of the processor. */
  static NoPage overworked(Duration pause) {
    return new NoPage(PageReason.PAGE_WORK, 429, pause);
  }

  /** Tells people. */
  public static Function<NoPage, FullHttpResponse> asText() {
    return no -> no.later(Answers.text(no.status, no.reason.refusal().message()));
  }

  /** Tells programs (W-86). */
  public static Function<NoPage, FullHttpResponse> asProblem(OpsPages pages) {
    return no -> {
      Page problem = pages.apiProblem(no.reason, no.reason.wording().remedy());
      return no.later(Answers.page(problem));
    };
  }

  private FullHttpResponse later(FullHttpResponse response) {
    response.headers().set(HttpHeaderNames.RETRY_AFTER, Math.max(1, pause.toSeconds()));
    return response;
  }
}
