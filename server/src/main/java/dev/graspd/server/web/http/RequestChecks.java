package dev.graspd.server.web.http;

import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import java.util.List;
import java.util.Optional;

/** The checks for the head of every request (RFC 9112). */
public final class RequestChecks {
  private RequestChecks() {}

  /** Returns the refusal of a request that is malformed; the connection ends with it. */
  public static Optional<FullHttpResponse> refusalOf(HttpRequest request) {
    if (request.decoderResult().isFailure()) {
      return Optional.of(unreadable(request.decoderResult().cause()));
    }
    HttpVersion version = request.protocolVersion();
    boolean isModern = version.equals(HttpVersion.HTTP_1_1);
    if (!isModern && !version.equals(HttpVersion.HTTP_1_0)) {
      return Optional.of(Answers.text(505, "speak HTTP/1.1 or HTTP/1.0"));
    }
    List<String> hosts = request.headers().getAll(HttpHeaderNames.HOST);
    if (hosts.size() > 1 || (isModern && hosts.isEmpty())) {
      return Optional.of(Answers.text(400, "send exactly one Host header"));
    }
    return hosts.stream().allMatch(RequestChecks::isHost)
        ? Optional.empty()
        : Optional.of(
            Answers.text(400, "the Host header must be a host name with or without port"));
  }

  private static FullHttpResponse unreadable(Throwable cause) {
    return switch (cause) {
      case TooLongHttpLineException _ -> Answers.text(414, "the address is too long");
      case TooLongHttpHeaderException _ -> Answers.text(431, "the headers are too long");
      default -> Answers.text(400, "this is no HTTP request");
    };
  }

  /** An empty one is allowed: the request may be for something that has no host. */
  private static boolean isHost(String host) {
    return host.chars().allMatch(c -> c > ' ' && c < 0x7f && ",/\\?#@\"<>".indexOf(c) < 0);
  }
}
