package dev.graspd.server.ops.pages;

import dev.graspd.core.nostr.refusal.Reason;
import java.util.SortedMap;
import java.util.TreeMap;

/** The pages that explain refusals, from the same table as the refusals. */
public final class ErrorPages {
  /** A start is refused to the operator, not to a client: it has no reason of the wire. */
  private static final String STORE_FORMAT =
      """
      # store format

      `the store in … has format …, and this graspd reads format …`

      The data was used by a newer graspd, or by a build from which no migration leads to this one. Nothing was
      touched.

      **What to do.** Start the version of graspd that the text names. To go back to an older one, use the copy that
      was made before the migration, or restore a backup of that version into new directories. See
      [the store's format](../reference/store-format.md).
      """;

  private ErrorPages() {}

  /** Returns the Markdown pages of {@code docs/errors/}, by file name. */
  public static SortedMap<String, String> markdown() {
    SortedMap<String, String> pages = new TreeMap<>();
    for (Reason reason : Reason.all()) {
      pages.put(reason.slug() + ".md", page(reason));
    }
    pages.put("store-format.md", STORE_FORMAT);
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
    return page.append(
            """

            A start that is refused because of the version of its data: [store-format](store-format.md).
            """)
        .toString();
  }
}
