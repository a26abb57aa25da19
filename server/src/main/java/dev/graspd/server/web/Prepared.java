package dev.graspd.server.web;

import dev.graspd.server.charge.ByteBudget.Charge;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.util.ReferenceCountUtil;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An answer that is ready to be written.
 *
 * @param charge the heap it takes, given back when it is written or dropped
 */
record Prepared(FullHttpResponse response, Optional<Charge> charge) {
  private static final Logger LOG = LoggerFactory.getLogger(Prepared.class);

  /** One that is too small to be charged. */
  static Prepared of(FullHttpResponse response) {
    return new Prepared(response, Optional.empty());
  }

  /** What to say when an answer could not be made. */
  static Prepared failed(Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    if (cause instanceof TimeoutException) {
      return of(Answers.text(503, "this takes too long now, try again in a few seconds"));
    }
    LOG.error("a request failed", cause);
    return of(Answers.text(500, "something went wrong here"));
  }

  /** Gives back what it takes; for one that was written. */
  void end() {
    charge.ifPresent(Charge::close);
  }

  /** Gives back what it takes; for one that nobody wants any longer. */
  void drop() {
    ReferenceCountUtil.release(response);
    end();
  }
}
