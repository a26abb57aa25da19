package dev.graspd.server.egress.http;

import dev.graspd.server.egress.dial.Connector;
import dev.graspd.server.egress.dial.Failure;
import dev.graspd.server.egress.http.StreamResult.Answered;
import dev.graspd.server.egress.http.StreamResult.Failed;
import io.netty.channel.ChannelHandlerContext;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Sends HTTP requests. The caller waits for the head of the answer and then reads the body as it
 * arrives. Each request has a connection of its own, and each address is checked. For all threads.
 */
public record HttpClient(Connector connector, String userAgent) {
  /** Redirects that a GET follows; a POST follows none. */
  public static final int REDIRECTS_MAX = 3;

  /** A small body could unpack to a large one, so we ask for no encoding. */
  static final Failure UNWANTED_ENCODING =
      new Failure.WrongAnswer("an encoding that nobody asked for");

  /** Waits for the head of the answer. */
  public StreamResult send(StreamRequest request, FetchDeadline deadline) {
    StreamRequest current = request;
    for (int redirects = 0; ; redirects++) {
      StreamResult result = once(current, deadline);
      if (!(result instanceof Answered(var answer))) {
        return result instanceof Failed(var failure, _)
            ? new Failed(failure, redirects > 0)
            : result;
      }
      if (current.isPost() || !Redirects.isRedirect(answer.status())) {
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

  /** Sends one request and follows no redirect. */
  StreamResult once(StreamRequest request, FetchDeadline deadline) {
    CompletableFuture<StreamResult> result = new CompletableFuture<>();
    CompletableFuture<ChannelHandlerContext> ready = new CompletableFuture<>();
    Runnable onCancel = () -> result.complete(new Failed(new Failure.Cancelled()));
    deadline.onCancel(onCancel);
    try {
      if (!result.isDone()) {
        connector.connect(
            request.target(),
            deadline.gate(),
            () -> new StreamHandler(request, userAgent, deadline, result, ready),
            Failed::new,
            result);
        new Upload(request, deadline, result).send(ready);
      }
      return awaited(result, deadline);
    } finally {
      deadline.forget(onCancel);
    }
  }

  private static StreamResult awaited(
      CompletableFuture<StreamResult> result, FetchDeadline deadline) {
    try {
      return result.get(deadline.nanosLeft(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      // The first result counts: an answer that arrived just now is not lost.
      result.complete(new Failed(ConnectTimeouts.over()));
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
