package dev.graspd.server.ops.pages;

import dev.graspd.server.diary.Subject;
import dev.graspd.server.site.json.JsonDocument;
import dev.graspd.server.web.http.OpsPages.Page;

/** The life of an event or a ref, as JSON and as text. Thread-safe. */
public record WhyPages(WhyFacts.Source facts) {
  private static final String TEXT = "text/plain; charset=utf-8";

  /** Returns JSON; status 404 if nothing is known. */
  public Page json(Subject subject) {
    WhyFacts known = facts.of(subject);
    return new Page(status(known), JsonDocument.TYPE, WhyDocument.of(known));
  }

  /** Returns plain text; status 404 if nothing is known. */
  public Page text(Subject subject) {
    WhyFacts known = facts.of(subject);
    return new Page(status(known), TEXT, WhyText.of(known));
  }

  private static int status(WhyFacts facts) {
    return facts.isKnown() ? 200 : 404;
  }
}
