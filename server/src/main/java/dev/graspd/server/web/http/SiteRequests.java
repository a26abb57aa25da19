package dev.graspd.server.web.http;

import dev.graspd.server.charge.Payer;
import dev.graspd.server.site.address.SiteAddress;
import dev.graspd.server.web.site.SiteRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads the headers that the site needs. */
public final class SiteRequests {
  private SiteRequests() {}

  public static SiteRequest of(HttpRequest request, SiteAddress address, Payer payer) {
    return new SiteRequest(
        address,
        knownVersions(request),
        range(request),
        takesGzip(request),
        request.method().equals(HttpMethod.HEAD),
        payer);
  }

  /** A part of a file that may have changed since the client began is of no use: it gets all. */
  private static Optional<String> range(HttpRequest request) {
    return request.headers().contains(HttpHeaderNames.IF_RANGE)
        ? Optional.empty()
        : Optional.ofNullable(request.headers().get(HttpHeaderNames.RANGE));
  }

  /** Returns the versions that the client has. */
  public static Optional<String> knownVersions(HttpRequest request) {
    List<String> known = request.headers().getAll(HttpHeaderNames.IF_NONE_MATCH);
    return known.isEmpty() ? Optional.empty() : Optional.of(String.join(",", known));
  }

  /** A client that gives gzip a weight of nothing does not take it. */
  private static boolean takesGzip(HttpRequest request) {
    for (String value : request.headers().getAll(HttpHeaderNames.ACCEPT_ENCODING)) {
      for (String coding : value.toLowerCase(Locale.ROOT).split(",", -1)) {
        String[] parts = coding.split(";", 2);
        boolean isNone = parts.length > 1 && parts[1].strip().matches("q=0(\\.0*)?");
        if (parts[0].strip().equals("gzip") && !isNone) {
          return true;
        }
      }
    }
    return false;
  }
}
