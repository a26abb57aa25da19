package dev.graspd.server.site.serve;

import dev.graspd.server.site.address.SiteAddress;

/** The answer to a request for a page of code. */
public sealed interface SiteAnswer {
  record Page(String html) implements SiteAnswer {}

  /** A page about something that is missing, such as git data, and may come at any time. */
  record Passing(String html) implements SiteAnswer {}

  /** Bytes for programs. */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares documents
  record Document(String contentType, byte[] body) implements SiteAnswer {}

  /** The same thing has another address. */
  record Moved(SiteAddress address) implements SiteAnswer {}

  record NotFound() implements SiteAnswer {}

  /**
   * It is larger than what is sent from here.
   *
   * @param advice how to get it nevertheless
   */
  record TooLarge(String advice) implements SiteAnswer {}

  /** Git data that it needs is lost here. */
  record Lost() implements SiteAnswer {}

  /** It would take too long to find out. */
  record TooMuch() implements SiteAnswer {}
}
