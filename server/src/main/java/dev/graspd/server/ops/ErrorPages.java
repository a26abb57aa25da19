package dev.graspd.server.ops;

import dev.graspd.core.nostr.Reason;
import java.util.SortedMap;
import java.util.TreeMap;

/** The pages about refusals, from the same table as the refusals themselves. */
public final class ErrorPages {
  private ErrorPages() {}

  /** Returns the Markdown pages of {@code docs/errors/}, by file name. */
  public static SortedMap<String, String> markdown() {
    SortedMap<String, String> pages = new TreeMap<>();
    for (Reason reason : Reason.values()) {
      pages.put(reason.slug() + ".md", page(reason));
    }
    pages.put("README.md", index());
    return pages;
  }

  private static String page(Reason reason) {
    return """
    # %s

    `%s`

    %s

    **What to do.** %s
    """
        .formatted(
            reason.text(), reason.refusal().message(), reason.explanation(), reason.remedy());
  }

  private static String index() {
    StringBuilder page =
        new StringBuilder(
            """
            # Refusals

            Every text with which graspd says no, what it means and what to do. The word before the
            colon is for programs, the rest is for people; particulars may follow.

            | text | page |
            | --- | --- |
            """);
    for (Reason reason : Reason.values()) {
      page.append(
          "| `%s` | [%s](%s.md) |\n"
              .formatted(reason.refusal().message(), reason.slug(), reason.slug()));
    }
    return page.toString();
  }
}
