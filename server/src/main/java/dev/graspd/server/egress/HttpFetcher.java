package dev.graspd.server.egress;

import dev.graspd.server.egress.Clearance.Cleared;
import dev.graspd.server.egress.Clearance.Stopped;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** Fetches small documents: bounded in bytes and in time, without redirects. For all threads. */
public final class HttpFetcher {
  /** Bytes of a document. */
  public static final int DOCUMENT_BYTES_MAX = 256 << 10;

  private final Checkpoint checkpoint;
  private final Connector connector;
  private final EgressSetup setup;

  HttpFetcher(Checkpoint checkpoint, Connector connector, EgressSetup setup) {
    this.checkpoint = checkpoint;
    this.connector = connector;
    this.setup = setup;
  }

  /**
   * Fetches the document at a target, which may be the URL of a relay.
   *
   * @param accept the media type to ask for
   * @return completes with a value; with an exception only if there is a bug
   */
  public CompletionStage<FetchResult> document(Target target, String accept) {
    CompletableFuture<FetchResult> result = new CompletableFuture<>();
    DocumentHandler.Request request =
        new DocumentHandler.Request(target.forHttp(), setup.userAgent(), accept);
    var _ =
        checkpoint
            .check(request.target())
            .thenAccept(clearance -> fetch(clearance, request, result))
            .exceptionally(bug -> {
              result.completeExceptionally(bug);
              return null;
            });
    long millis = setup.times().document().toMillis();
    return result.completeOnTimeout(
        new FetchResult.Failed(new Failure.TimedOut("fetching a document")),
        millis,
        TimeUnit.MILLISECONDS);
  }

  private void fetch(
      Clearance clearance, DocumentHandler.Request request, CompletableFuture<FetchResult> result) {
    switch (clearance) {
      case Cleared cleared ->
          connector.connect(
              cleared,
              () -> new DocumentHandler(request, result),
              failure -> result.complete(new FetchResult.Failed(failure)));
      case Stopped(var failure) -> result.complete(new FetchResult.Failed(failure));
    }
  }
}
