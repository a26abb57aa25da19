package dev.graspd.server.ops.pages;

import dev.graspd.server.diary.Subject;
import dev.graspd.server.web.OpsPages.Page;

/** What people and programs see of the life of an event or a ref. Thread-safe. */
public final class WhyPages {
  private static final String JSON = "application/json; charset=utf-8";
  private static final String TEXT = "text/plain; charset=utf-8";

  private final WhyFacts.Source facts;

  public WhyPages(WhyFacts.Source facts) {
    this.facts = facts;
  }

  /** Returns the document for programs; status 404 if nothing is known. */
  public Page json(Subject subject) {
    WhyFacts known = facts.of(subject);
    return new Page(status(known), JSON, WhyDocument.of(known));
  }

  /** Returns the same for people; status 404 if nothing is known. */
  public Page text(Subject subject) {
    WhyFacts known = facts.of(subject);
    return new Page(status(known), TEXT, WhyText.of(known));
  }

  private static int status(WhyFacts facts) {
    return facts.isKnown() ? 200 : 404;
  }
}
