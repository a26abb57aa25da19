package dev.graspd.server.site.serve;

import dev.graspd.server.site.address.SiteAddress;

/** The answer to a request for a page of code. */
public sealed interface SiteAnswer {
  record Page(String html) implements SiteAnswer {}

  /** Something for programs. */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares answers
  record Document(String contentType, byte[] body) implements SiteAnswer {}

  /** The same thing has another address. */
  record Moved(SiteAddress address) implements SiteAnswer {}

  record NotFound() implements SiteAnswer {}

  /** It would take too long to find out. */
  record TooMuch() implements SiteAnswer {}
}
