package dev.graspd.server.egress.http;

import dev.graspd.server.egress.dial.DialFaults;
import dev.graspd.server.egress.dial.EgressTimes;
import dev.graspd.server.egress.dial.Failure;
import dev.graspd.server.egress.dial.Target;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Fetches small documents: bounded in bytes and in time, without redirects. For all threads. */
public final class HttpFetcher {
  /** Bytes of a document. */
  public static final int DOCUMENT_BYTES_MAX = 256 << 10;

  private final HttpClient client;
  private final FetchLimits limits;

  public HttpFetcher(HttpClient client, EgressTimes times) {
    this.client = client;
    this.limits = FetchLimits.inAll(times.document());
  }

  /**
   * Fetches the document at a target, which may be the URL of a relay.
   *
   * @param accept the media type to ask for
   * @return completes with a value; with an exception only if there is a bug
   */
  public CompletionStage<FetchResult> document(Target target, String accept) {
    StreamRequest request =
        new StreamRequest(
            target.forHttp(),
            new TreeMap<>(Map.of("accept", accept)),
            Optional.empty(),
            DOCUMENT_BYTES_MAX);
    FetchDeadline deadline = new FetchDeadline(limits, System::nanoTime);
    return CompletableFuture.supplyAsync(
        () -> fetch(request, deadline), task -> Thread.ofVirtual().name("document").start(task));
  }

  private FetchResult fetch(StreamRequest request, FetchDeadline deadline) {
    return switch (client.once(request, deadline)) {
      case StreamResult.Answered(var answer) -> read(answer);
      case StreamResult.Failed(var failure, _) -> failed(failure);
    };
  }

  private static FetchResult read(StreamAnswer answer) {
    try (answer) {
      Optional<Failure> fault = faultOf(answer);
      return fault.isPresent()
          ? failed(fault.get())
          : new FetchResult.Fetched(answer.body().readAllBytes());
    } catch (StreamException e) {
      return failed(e.failure());
    } catch (IOException e) {
      return failed(DialFaults.ofConnection(e));
    }
  }

  private static Optional<Failure> faultOf(StreamAnswer answer) {
    int status = answer.status();
    if (status == 429 || status >= 500) {
      return Optional.of(new Failure.Busy(status));
    }
    if (status != 200) {
      return Optional.of(new Failure.WrongAnswer("HTTP " + status));
    }
    return answer.header("content-encoding").map(_ -> HttpClient.UNWANTED_ENCODING);
  }

  /** A document that is too large, or not in HTTP at all, is a wrong answer of a relay. */
  private static FetchResult failed(Failure failure) {
    if (failure instanceof Failure.NotHttp) {
      return new FetchResult.Failed(new Failure.WrongAnswer("not HTTP"));
    }
    if (failure instanceof Failure.TooLarge) {
      return new FetchResult.Failed(new Failure.WrongAnswer(failure.text()));
    }
    return new FetchResult.Failed(
        failure.equals(ConnectTimeouts.over())
            ? new Failure.TimedOut("fetching a document")
            : failure);
  }
}
