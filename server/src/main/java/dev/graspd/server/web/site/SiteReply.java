package dev.graspd.server.web.site;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A whole answer. Thread-safe: nobody changes its bytes.
 *
 * @param headers beside those that every answer has
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares answers
public record SiteReply(int status, SortedMap<String, String> headers, byte[] body) {
  /** After how many seconds a client that found the server busy may ask again. */
  public static final int RETRY_SECONDS = 5;

  public SiteReply {
    headers = Collections.unmodifiableSortedMap(new TreeMap<>(headers));
  }

  /** An answer without a body. */
  public SiteReply(int status, Map<String, String> headers) {
    this(status, new TreeMap<>(headers), new byte[0]);
  }

  /** Returns the same answer with another header. */
  public SiteReply with(String name, String value) {
    SortedMap<String, String> more = new TreeMap<>(headers);
    more.put(name, value);
    return new SiteReply(status, more, body);
  }
}
