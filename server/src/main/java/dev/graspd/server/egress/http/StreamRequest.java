package dev.graspd.server.egress.http;

import dev.graspd.server.egress.dial.Target;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A request whose answer is read as it arrives.
 *
 * @param headers in addition to those of every request; values must not come from strangers
 * @param posted the body of a POST; without it the request is a GET
 * @param bytesMax of the answer's body
 */
public record StreamRequest(
    Target target, SortedMap<String, String> headers, Optional<byte[]> posted, long bytesMax) {
  public StreamRequest {
    headers = Collections.unmodifiableSortedMap(new TreeMap<>(headers));
  }

  StreamRequest to(Target other) {
    return new StreamRequest(other, headers, posted, bytesMax);
  }
}
