package dev.graspd.server.egress.http;

import dev.graspd.server.egress.dial.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A request whose answer is read as it arrives.
 *
 * @param headers in addition to those of every request; values must not come from strangers
 * @param posted the body of a POST; without it and a file the request is a GET
 * @param file the body of a POST that is too large for memory
 * @param fileBytes its length
 * @param bytesMax of the answer's body
 */
public record StreamRequest(
    Target target,
    SortedMap<String, String> headers,
    Optional<byte[]> posted,
    Optional<Path> file,
    long fileBytes,
    long bytesMax) {
  public StreamRequest {
    headers = Collections.unmodifiableSortedMap(new TreeMap<>(headers));
  }

  /** A request without a file. */
  public StreamRequest(
      Target target, SortedMap<String, String> headers, Optional<byte[]> posted, long bytesMax) {
    this(target, headers, posted, Optional.empty(), 0, bytesMax);
  }

  /** A POST of a file, which must not change until the answer is here. */
  public static StreamRequest ofFile(
      Target target, SortedMap<String, String> headers, Path file, long bytesMax)
      throws IOException {
    return new StreamRequest(
        target, headers, Optional.empty(), Optional.of(file), Files.size(file), bytesMax);
  }

  boolean isPost() {
    return posted.isPresent() || file.isPresent();
  }

  StreamRequest to(Target other) {
    return new StreamRequest(other, headers, posted, file, fileBytes, bytesMax);
  }
}
