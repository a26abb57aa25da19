package dev.graspd.server.hunt.git;

import dev.graspd.server.egress.dial.Target;
import dev.graspd.server.egress.http.FetchDeadline;
import dev.graspd.server.egress.http.HttpClient;
import dev.graspd.server.egress.http.StreamAnswer;
import dev.graspd.server.egress.http.StreamRequest;
import dev.graspd.server.egress.http.StreamResult;
import java.time.InstantSource;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Sends requests of smart HTTP to one repository. For one thread.
 *
 * @param deadline of all requests
 */
record Site(HttpClient http, InstantSource clock, FetchDeadline deadline, Dialect dialect) {
  private static final String REFS = "/info/refs?service=git-upload-pack";
  private static final String SERVICE = "/git-upload-pack";
  private static final String TYPE = "application/x-git-upload-pack-";

  /** Requests the advertisement; the answer has the right media type, and the caller closes it. */
  StreamAnswer infoRefs(Target repository, long bytesMax) throws FetchException {
    String path = repository.path();
    if (path.indexOf('?') >= 0) {
      throw new FetchException(new FetchFailure.NoRepository("its URL has a query"));
    }
    String plain = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    return sent(
        new StreamRequest(repository.at(plain + REFS), headers("*/*"), Optional.empty(), bytesMax),
        TYPE + "advertisement");
  }

  /** Returns the repository's URL after redirects; later requests go there. */
  static Target baseOf(StreamAnswer infoRefs) throws FetchException {
    Target target = infoRefs.target();
    String path = target.path();
    if (!path.endsWith(REFS)) {
      throw new FetchException(new FetchFailure.NoRepository("redirected to something else"));
    }
    return target.at(path.substring(0, path.length() - REFS.length()));
  }

  /** Sends a request of git's protocol; the caller closes the answer. */
  StreamAnswer post(Target base, byte[] body, long bytesMax) throws FetchException {
    SortedMap<String, String> headers = headers(TYPE + "result");
    headers.put("content-type", TYPE + "request");
    return sent(
        new StreamRequest(base.at(base.path() + SERVICE), headers, Optional.of(body), bytesMax),
        TYPE + "result");
  }

  private SortedMap<String, String> headers(String accepted) {
    SortedMap<String, String> headers = new TreeMap<>();
    headers.put("accept", accepted);
    if (dialect == Dialect.V2) {
      headers.put("git-protocol", "version=2");
    }
    return headers;
  }

  private StreamAnswer sent(StreamRequest request, String mediaType) throws FetchException {
    return switch (http.send(request, deadline)) {
      // The host of a POST has just answered; it may be a redirect target.
      case StreamResult.Failed(var failure, var redirected) ->
          throw new FetchException(
              redirected || request.posted().isPresent()
                  ? FetchFailure.of(failure)
                  : FetchFailure.ofNamedHost(failure));
      case StreamResult.Answered(var answer) -> {
        Optional<FetchFailure> fault = AnswerCheck.fault(answer, mediaType, clock.instant());
        if (fault.isPresent()) {
          answer.close();
          throw new FetchException(fault.get());
        }
        yield answer;
      }
    };
  }
}
