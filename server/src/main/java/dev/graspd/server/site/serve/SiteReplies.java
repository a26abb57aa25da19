package dev.graspd.server.site.serve;

import dev.graspd.core.nostr.refusal.PageReason;
import dev.graspd.server.web.site.SiteReply;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Answers that several parts of the site give. */
final class SiteReplies {
  /** Seconds after which a client may ask again. */
  private static final String RETRY = Integer.toString(SiteReply.RETRY_SECONDS);

  private SiteReplies() {}

  static SiteReply text(int status, String contentType, String text) {
    SortedMap<String, String> headers =
        new TreeMap<>(Map.of("Content-Type", contentType, "Cache-Control", "no-cache"));
    return new SiteReply(status, headers, text.getBytes(StandardCharsets.UTF_8));
  }

  static SiteReply notFound() {
    return text(404, "text/plain; charset=utf-8", "there is nothing here\n");
  }

  static SiteReply refused(int status, PageReason reason) {
    SiteReply reply = text(status, "text/plain; charset=utf-8", reason.refusal().message() + "\n");
    return status == 503 ? reply.with("Retry-After", RETRY) : reply;
  }

  /** A page that says that something cannot be shown now. */
  static SiteReply busy(String html) {
    return text(503, "text/html; charset=utf-8", html).with("Retry-After", RETRY);
  }

  /** The page that is meant now; another one may be later. */
  static SiteReply found(String location) {
    return text(302, "text/plain; charset=utf-8", "this is at " + location + "\n")
        .with("Location", location);
  }

  static SiteReply moved(String location) {
    return text(301, "text/plain; charset=utf-8", "this is at " + location + "\n")
        .with("Location", location);
  }
}
