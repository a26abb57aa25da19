package dev.graspd.core.nostr.refusal;

/** Why a page, a document or a file of the site is refused. */
public enum PageReason implements Reason {
  PAGE_BUSY(
      Prefix.RATE_LIMITED,
      "too many pages at once, try again in a few seconds",
      "Pages are made by a few threads, so that they delay no push and no event; more requests are waiting, in all or from your address, than the server takes at once.",
      "Try again in a few seconds; Retry-After says when."),
  PAGE_LATE(
      Prefix.RATE_LIMITED,
      "this takes too long now, try again in a few seconds",
      "A page or document must be ready within a few seconds, and this one was not: the server has much to do, or its disk is slow.",
      "Try again in a few seconds; Retry-After says when. Operators: NGIT_PAGE_SECS."),
  PAGE_WORK(
      Prefix.RATE_LIMITED,
      "your address has used its time for pages, clone the repository instead",
      "Making pages costs time of the processor, and each address may use so much of it in ten minutes. Pages that are kept, and pages that have not changed since you read them, cost nothing.",
      "Wait until the time in Retry-After, and ask for fewer costly pages (blame, compare, search, downloads). To read much, clone the repository. Operators: NGIT_PAGE_WORK_SECS."),
  PAGE_TOO_COSTLY(
      Prefix.RATE_LIMITED,
      "this takes too long to find out here, clone the repository",
      "The answer would need more steps through the history than one page may cost.",
      "Clone the repository and ask git, or ask for a branch or a tag instead of a commit."),
  PAGE_DATA_LOST(
      Prefix.ERROR,
      "git data for this is missing here, clone from another server",
      "The server has lost git data that this needs. It looks for it at the other clone URLs of the repository, which its page lists.",
      "Clone from one of the other clone URLs until then. Maintainers can push it here again."),
  FILE_TOO_LARGE(
      Prefix.RESTRICTED,
      "too large to send as a file, use git clone",
      "Single files and downloads have a limit, which this one is above.",
      "Use git clone, with --depth 1 if the newest state is enough.");

  @SuppressWarnings("Immutable") // a record of an enum and strings
  private final Wording wording;

  PageReason(Prefix prefix, String text, String explanation, String remedy) {
    this.wording = new Wording(prefix, text, explanation, remedy);
  }

  @Override
  public Wording wording() {
    return wording;
  }
}
