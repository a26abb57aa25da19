package dev.graspd.server.site.serve;

import dev.graspd.server.site.download.DownloadCache;
import dev.graspd.server.web.site.SiteReply;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/** The answer to a request for a file or a download. */
sealed interface FileAnswer {
  /** There is nothing to send. */
  record Refused(SiteReply reply) implements FileAnswer {}

  /**
   * Something to send.
   *
   * @param length if it is known before
   * @param roomBytes what it takes on disk if the client is slow, about
   * @param kept under which name it is kept for the next client
   */
  record Body(
      int status,
      SortedMap<String, String> headers,
      OptionalLong length,
      long roomBytes,
      Optional<DownloadCache.Key> kept,
      Content content)
      implements FileAnswer {
    /** Returns the headers for a client that wants nothing else. */
    SortedMap<String, String> headersWithLength() {
      SortedMap<String, String> all = new TreeMap<>(headers);
      length.ifPresent(bytes -> all.put("Content-Length", Long.toString(bytes)));
      return all;
    }
  }

  /** A download that is here already; the sender closes it. */
  record Ready(SortedMap<String, String> headers, DownloadCache.Reader content)
      implements FileAnswer {}

  /** Writes the content; fails if it is not whole. */
  @FunctionalInterface
  interface Content {
    void writeTo(OutputStream out) throws IOException;
  }
}
