package dev.graspd.server.egress;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A request whose answer is read as it comes.
 *
 * @param headers beside those that every request has; values of our own making only
 * @param posted what is sent with POST; without it the request is a GET
 * @param bytesMax of the answer's body
 */
public record StreamRequest(
    Target target, SortedMap<String, String> headers, Optional<byte[]> posted, long bytesMax) {
  /** Copies the headers. */
  public StreamRequest {
    headers = Collections.unmodifiableSortedMap(new TreeMap<>(headers));
  }

  StreamRequest to(Target other) {
    return new StreamRequest(other, headers, posted, bytesMax);
  }
}
