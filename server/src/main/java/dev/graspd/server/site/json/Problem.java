package dev.graspd.server.site.json;

import dev.graspd.core.nostr.refusal.PageReason;
import dev.graspd.core.nostr.refusal.QueryReason;
import dev.graspd.core.nostr.refusal.Reason;

/**
 * Why a request to the API is refused (W-86).
 *
 * @param detail what exactly was wrong
 */
public record Problem(Reason reason, String detail) {
  public static final String TYPE = "application/problem+json";

  /** Returns the status of its answer. */
  public int status() {
    return switch (reason) {
      case QueryReason.API_NOT_FOUND, QueryReason.SEARCH_UNSUPPORTED -> 404;
      case QueryReason.API_METHOD -> 405;
      case PageReason.PAGE_WORK -> 429;
      case QueryReason.API_TOO_EXPENSIVE, QueryReason.SEARCH_BUILDING -> 503;
      case PageReason.PAGE_BUSY, PageReason.PAGE_LATE, PageReason.PAGE_DATA_LOST -> 503;
      default -> 400;
    };
  }

  /**
   * Returns it as JSON.
   *
   * @param base the path of the service, with slashes around it
   */
  public String json(String base) {
    return JsonDocument.object(out -> {
      out.writeStringProperty("type", base + "errors/" + reason.slug());
      out.writeStringProperty("title", reason.wording().text());
      out.writeNumberProperty("status", status());
      out.writeStringProperty("detail", detail);
      out.writeStringProperty("error", reason.refusal(detail).message());
    });
  }
}
