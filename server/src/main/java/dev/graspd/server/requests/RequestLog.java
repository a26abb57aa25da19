package dev.graspd.server.requests;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.refusal.Reason;
import dev.graspd.server.charge.Payer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Writes one line for a request, with fields for programs. The levels of a few loggers decide which
 * lines are written, so that operators can set them separately; equal lines are sampled where they
 * are written. Text of strangers comes last in a line, so that it cannot imitate the other fields.
 */
public final class RequestLog {
  private static final String ROOT = "dev.graspd.requests.";
  private static final String PUSHES = ROOT + "pushes";
  private static final String REFUSALS = ROOT + "refusals";
  private static final String READS = ROOT + "reads";

  /** Decides whether lines name the client's address. */
  public static final String ADDRESSES = ROOT + "addresses";

  private static final Logger PUSH_LOG = LoggerFactory.getLogger(PUSHES);
  private static final Logger REFUSAL_LOG = LoggerFactory.getLogger(REFUSALS);
  private static final Logger READ_LOG = LoggerFactory.getLogger(READS);
  private static final Logger ADDRESS_SWITCH = LoggerFactory.getLogger(ADDRESSES);

  /**
   * The fields of every line.
   *
   * @param repository as in the address of its page; empty if the request has none
   * @param bytes that the client sent, or was sent
   */
  public record Request(
      String repository,
      Payer payer,
      long bytes,
      Duration took,
      RequestOutcome outcome,
      Optional<Reason> reason) {}

  private RequestLog() {}

  /** Returns the loggers that write at all. */
  public static List<String> loggers(Detail detail) {
    return switch (detail) {
      case OFF -> List.of();
      case PUSHES -> List.of(PUSHES);
      case REFUSED -> List.of(PUSHES, REFUSALS);
      case ALL -> all();
    };
  }

  /** Returns all loggers of requests. */
  public static List<String> all() {
    return List.of(PUSHES, REFUSALS, READS);
  }

  /** A push has ended. */
  public static void push(Request request, long refs, long refused) {
    LoggingEventBuilder line = line(PUSH_LOG, "push", request);
    switch (request.outcome()) {
      case ACCEPTED -> {
        if (refused == 0) {
          line.log(refs == 1 ? "push accepted: {} ref" : "push accepted: {} refs", refs);
        } else {
          line.log("push accepted in part: {} of {} refs refused", refused, refs);
        }
      }
      case REFUSED -> line.log("push refused");
      case BUSY -> line.log("push refused: too much to do");
      case CUT -> line.log("push ended: the client left");
      case FAILED -> line.log("push failed");
    }
  }

  /** A clone or fetch has ended. */
  public static void read(Request request, boolean isClone) {
    String what = isClone ? "clone" : "fetch";
    switch (request.outcome()) {
      case ACCEPTED -> line(READ_LOG, what, request).log(isClone ? "clone served" : "fetch served");
      case REFUSED ->
          line(REFUSAL_LOG, what, request).log(isClone ? "clone refused" : "fetch refused");
      case BUSY ->
          line(REFUSAL_LOG, what, request)
              .log(isClone ? "clone refused: too much to do" : "fetch refused: too much to do");
      case CUT ->
          line(PUSH_LOG, what, request)
              .log(isClone ? "clone ended: the client left" : "fetch ended: the client left");
      case FAILED -> line(PUSH_LOG, what, request).log(isClone ? "clone failed" : "fetch failed");
    }
  }

  /** A client's event was refused. */
  public static void refusedEvent(Request request, EventId event) {
    if (!REFUSAL_LOG.isInfoEnabled()) {
      return;
    }
    line(REFUSAL_LOG, "event", request).addKeyValue("event", event).log("event refused");
  }

  private static LoggingEventBuilder line(Logger logger, String action, Request request) {
    LoggingEventBuilder line =
        logger
            .atInfo()
            .addKeyValue("action", action)
            .addKeyValue("outcome", request.outcome().word());
    if (request.reason().isPresent()) {
      line = line.addKeyValue("reason", request.reason().get().slug());
    }
    if (ADDRESS_SWITCH.isInfoEnabled() && !request.payer().isOperator()) {
      line = line.addKeyValue("address", request.payer().text());
    }
    line = line.addKeyValue("bytes", request.bytes());
    line = line.addKeyValue("duration_ms", request.took().toMillis());
    if (!request.repository().isEmpty()) {
      line = line.addKeyValue("repository", request.repository());
    }
    return line;
  }
}
