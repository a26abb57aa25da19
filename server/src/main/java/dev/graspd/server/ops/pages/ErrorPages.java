package dev.graspd.server.ops.pages;

import dev.graspd.core.nostr.refusal.Reason;
import java.util.SortedMap;
import java.util.TreeMap;

/** The pages that explain refusals, from the same table as the refusals. */
public final class ErrorPages {
  private ErrorPages() {}

  /** Returns the Markdown pages of {@code docs/errors/}, by file name. */
  public static SortedMap<String, String> markdown() {
    SortedMap<String, String> pages = new TreeMap<>();
    for (Reason reason : Reason.all()) {
      pages.put(reason.slug() + ".md", page(reason));
    }
    pages.put("README.md", index());
    return pages;
  }

  private static String page(Reason reason) {
    Reason.Wording wording = reason.wording();
    return """
    # %s

    `%s`

    %s

    **What to do.** %s
    """
        .formatted(
            wording.text(), reason.refusal().message(), wording.explanation(), wording.remedy());
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
    for (Reason reason : Reason.all()) {
      page.append(
          "| `%s` | [%s](%s.md) |\n"
              .formatted(reason.refusal().message(), reason.slug(), reason.slug()));
    }
    return page.toString();
  }
}
