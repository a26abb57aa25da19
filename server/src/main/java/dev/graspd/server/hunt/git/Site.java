package dev.graspd.server.hunt.git;

import dev.graspd.server.egress.Errand;
import dev.graspd.server.egress.HttpStreams;
import dev.graspd.server.egress.StreamAnswer;
import dev.graspd.server.egress.StreamRequest;
import dev.graspd.server.egress.StreamResult;
import dev.graspd.server.egress.Target;
import java.time.InstantSource;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The requests of smart HTTP to one repository. For one thread.
 *
 * @param errand that all requests belong to
 */
record Site(HttpStreams http, InstantSource clock, Errand errand, Dialect dialect) {
  private static final String REFS = "/info/refs?service=git-upload-pack";
  private static final String SERVICE = "/git-upload-pack";
  private static final String TYPE = "application/x-git-upload-pack-";

  /** Asks what there is; the answer is of the right kind, and for the caller to close. */
  StreamAnswer infoRefs(Target repository, long bytesMax) throws FetchException {
    String path = repository.path();
    if (path.indexOf('?') >= 0) {
      throw new FetchException(new FetchFailure.NoRepository("its URL has a query"));
    }
    String plain = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    SortedMap<String, String> headers = new TreeMap<>();
    headers.put("accept", "*/*");
    return sent(
        new StreamRequest(repository.at(plain + REFS), asking(headers), Optional.empty(), bytesMax),
        TYPE + "advertisement");
  }

  /** Returns where the repository is whose refs these are: requests go where redirects led. */
  static Target baseOf(StreamAnswer infoRefs) throws FetchException {
    Target target = infoRefs.target();
    String path = target.path();
    if (!path.endsWith(REFS)) {
      throw new FetchException(new FetchFailure.NoRepository("redirected to something else"));
    }
    return target.at(path.substring(0, path.length() - REFS.length()));
  }

  /** Sends a request of git's protocol; the answer is for the caller to close. */
  StreamAnswer post(Target base, byte[] body, long bytesMax) throws FetchException {
    SortedMap<String, String> headers = new TreeMap<>();
    headers.put("accept", TYPE + "result");
    headers.put("content-type", TYPE + "request");
    return sent(
        new StreamRequest(
            base.at(base.path() + SERVICE), asking(headers), Optional.of(body), bytesMax),
        TYPE + "result");
  }

  private SortedMap<String, String> asking(SortedMap<String, String> headers) {
    if (dialect == Dialect.V2) {
      headers.put("git-protocol", "version=2");
    }
    return headers;
  }

  private StreamAnswer sent(StreamRequest request, String mediaType) throws FetchException {
    return switch (http.send(request, errand)) {
      // A POST goes to a host that has just answered, and perhaps not to the one that was named.
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
