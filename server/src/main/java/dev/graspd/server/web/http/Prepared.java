package dev.graspd.server.web.http;

import dev.graspd.server.charge.ByteBudget.Charge;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.util.ReferenceCountUtil;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An answer that is ready to be written.
 *
 * @param charge the heap it takes, given back when it is written or dropped
 */
public record Prepared(FullHttpResponse response, Optional<Charge> charge) {
  private static final Logger LOG = LoggerFactory.getLogger(Prepared.class);

  public static Prepared of(FullHttpResponse response) {
    return new Prepared(response, Optional.empty());
  }

  /**
   * The answer to a request that failed.
   *
   * @param refusal the answer if it only took too long
   */
  static Prepared failed(Throwable failure, Function<NoPage, FullHttpResponse> refusal) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    if (cause instanceof TimeoutException) {
      return of(refusal.apply(NoPage.LATE));
    }
    return failed(cause);
  }

  public static Prepared failed(Throwable cause) {
    LOG.error("a request failed", cause);
    return of(Answers.text(500, "something went wrong here"));
  }

  /** Gives back the memory of an answer that was written. */
  public void end() {
    charge.ifPresent(Charge::close);
  }

  /** Gives back the memory of an answer that is not sent. */
  public void drop() {
    ReferenceCountUtil.release(response);
    end();
  }
}
