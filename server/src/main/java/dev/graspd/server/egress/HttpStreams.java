package dev.graspd.server.egress;

import dev.graspd.server.egress.Clearance.Cleared;
import dev.graspd.server.egress.Clearance.Stopped;
import dev.graspd.server.egress.StreamResult.Answered;
import dev.graspd.server.egress.StreamResult.Failed;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Sends requests whose answers are read as they come, by threads that may wait. Each request has a
 * connection of its own, and each connection is checked. For all threads.
 */
public final class HttpStreams {
  /** Redirects that a GET follows; a POST follows none. */
  public static final int REDIRECTS_MAX = 3;

  private final Checkpoint checkpoint;
  private final Connector connector;
  private final String userAgent;

  HttpStreams(Checkpoint checkpoint, Connector connector, String userAgent) {
    this.checkpoint = checkpoint;
    this.connector = connector;
    this.userAgent = userAgent;
  }

  /** Waits for the head of the answer. */
  public StreamResult send(StreamRequest request, Errand errand) {
    StreamRequest current = request;
    for (int redirects = 0; ; redirects++) {
      StreamResult result = once(current, errand);
      if (!(result instanceof Answered(var answer))) {
        return result instanceof Failed(var failure, _)
            ? new Failed(failure, redirects > 0)
            : result;
      }
      if (current.posted().isPresent() || !Redirects.isRedirect(answer.status())) {
        return result;
      }
      answer.close();
      if (redirects == REDIRECTS_MAX) {
        return new Failed(
            new Failure.WrongAnswer("more than " + REDIRECTS_MAX + " redirects"), true);
      }
      switch (Redirects.follow(current.target(), answer.header("location"))) {
        case Redirects.Step.To(var target) -> current = current.to(target);
        case Redirects.Step.Refused(var failure) -> {
          return new Failed(failure, true);
        }
      }
    }
  }

  private StreamResult once(StreamRequest request, Errand errand) {
    CompletableFuture<StreamResult> result = new CompletableFuture<>();
    Runnable onCancel = () -> result.complete(new Failed(new Failure.Cancelled()));
    errand.onCancel(onCancel);
    try {
      if (!result.isDone()) {
        begin(request, errand, result);
      }
      return awaited(result, errand);
    } finally {
      errand.forget(onCancel);
    }
  }

  private void begin(StreamRequest request, Errand errand, CompletableFuture<StreamResult> result) {
    var _ =
        checkpoint
            .check(request.target())
            .thenAccept(clearance -> connect(clearance, request, errand, result))
            .exceptionally(bug -> {
              result.completeExceptionally(bug);
              return null;
            });
  }

  private void connect(
      Clearance clearance,
      StreamRequest request,
      Errand errand,
      CompletableFuture<StreamResult> result) {
    switch (clearance) {
      case Cleared cleared ->
          connector.connect(
              cleared,
              errand.gate(),
              () -> new StreamHandler(request, userAgent, errand, result),
              failure -> result.complete(new Failed(failure)));
      case Stopped(var failure) -> result.complete(new Failed(failure));
    }
  }

  private static StreamResult awaited(CompletableFuture<StreamResult> result, Errand errand) {
    try {
      return result.get(errand.nanosLeft(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      // Whoever completes it first: an answer that came just now is not lost.
      result.complete(new Failed(Patience.over()));
      return result.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      result.complete(new Failed(new Failure.Cancelled()));
      return result.join();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a request failed by a fault of ours", e.getCause());
    }
  }
}
