package dev.graspd.server.site.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * People read as much of a design document here as in a cgit (W-8): a commit and a difference
 * limited to a path, side by side or one line below the other, and long files with the number of
 * each line. The sample has the shape of such a repository: Markdown of a thousand lines with code,
 * diagrams and tables, that was added, rewritten and corrected.
 */
final class CgitPagesTest extends CodeSiteFixture {
  private static final String DOCUMENT = "docs/explanation/sync.md";
  private static final Pattern TAG = Pattern.compile("<[^>]*>");

  /** The lines of a document that is written for a purpose: no two of them are alike. */
  private static List<String> lines(String draft, int count) {
    List<String> lines = new ArrayList<>(List.of("# Keeping copies: " + draft));
    while (lines.size() < count) {
      int at = lines.size();
      lines.addAll(
          List.of(
              "",
              "## Part " + at + " of the " + draft,
              "",
              "1. **Ask** once for `kind:" + at + "` & wait <" + at + " s> in the " + draft,
              "",
              "```rust",
              "pub type Wanted"
                  + at
                  + " = Arc<RwLock<HashMap<String, Vec<u"
                  + at
                  + ">>>>; // "
                  + draft,
              "```",
              "",
              "| state | after the " + draft + " " + at + " |",
              "| --- | --- |",
              "| `a" + at + "` | → \"" + draft + "\" " + "and more ".repeat(20) + "|"));
    }
    return List.copyOf(lines.subList(0, count));
  }

  private static String text(List<String> lines) {
    return String.join("\n", lines) + "\n";
  }

  private String first;
  private String rewrite;
  private String correction;

  private final List<String> before = lines("first draft", 929);
  private final List<String> after = rewritten(before, 1_330);
  private final List<String> corrected = corrected(after);

  /** Every seventh line stays, others follow. */
  private static List<String> rewritten(List<String> old, int count) {
    List<String> lines = new ArrayList<>(lines("second draft", count));
    for (int i = 0; i < old.size(); i += 7) {
      lines.set(i, old.get(i));
    }
    return lines;
  }

  private static List<String> corrected(List<String> old) {
    List<String> lines = new ArrayList<>(old);
    SplittableRandom random = new SplittableRandom(8);
    for (int i = 0; i < 120; i++) {
      lines.remove(random.nextInt(lines.size()));
      lines.add(random.nextInt(lines.size()), "- a remark with the number " + i);
    }
    return lines;
  }

  private void document() throws IOException {
    git.commit("src/main.rs", "fn main() {}\n");
    first = git.commit(DOCUMENT, text(before));
    git.commit("README.md", "# Tool\n");
    rewrite = git.commit(DOCUMENT, text(after));
    git.commit("docs/other.txt", "beside it\n");
    correction = git.commit(DOCUMENT, text(corrected));
    publish();
  }

  /** The text of a page as people see it. */
  private static String seen(String html) {
    return TAG.matcher(html)
        .replaceAll("")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&amp;", "&");
  }

  private static void assertShows(String html, List<String> lines) {
    String seen = seen(html);
    assertThat(lines.stream().filter(line -> !seen.contains(line))).isEmpty();
  }

  private static List<String> without(List<String> lines, List<String> others) {
    return lines.stream().filter(line -> !new TreeSet<>(others).contains(line)).toList();
  }

  private void assertSaysWhoAndWhat(String html, String commit) {
    assertThat(seen(html))
        .contains(git.git("log", "-1", "--format=%s", commit))
        .contains(git.git("log", "-1", "--format=%an", commit))
        .contains(git.git("log", "-1", "--format=%ae", commit))
        .contains(commit)
        .contains(git.git("rev-parse", "--short=10", commit + "^"));
    assertThat(html).contains("/commit/" + commit + ".patch", DOCUMENT);
  }

  @Test
  void rewriteOfALongDocumentIsReadSideBySide() throws IOException {
    document();
    String html = page("/commit/" + rewrite + "?path=" + DOCUMENT + "&view=split");
    assertSaysWhoAndWhat(html, rewrite);
    assertShows(html, without(before, after));
    assertShows(html, without(after, before));
    assertThat(html).doesNotContain("than are shown");
    assertThat(page("/commit/" + rewrite)).as("of a whole commit").contains("than are shown");
    // Both sides have the numbers of their lines.
    assertThat(html).contains(">929<", ">1330<");
  }

  @Test
  void newDocumentIsReadInTheCommitThatAddsIt() throws IOException {
    document();
    String html = page("/commit/" + first + "?path=docs/explanation");
    assertSaysWhoAndWhat(html, first);
    assertShows(html, before);
    assertThat(html).contains("929 lines added, 0 removed");
  }

  @Test
  void correctionsAreReadAsADifferenceOfTwoCommitsBelowADirectory() throws IOException {
    document();
    String html = page("/compare/" + rewrite + ".." + correction + "?path=docs&view=split");
    assertShows(html, without(after, corrected));
    assertShows(html, without(corrected, after));
    assertThat(html).contains(DOCUMENT, "beside it").doesNotContain("than are shown");
    String[] counts =
        git.git("diff", "--numstat", rewrite, correction, "--", DOCUMENT).split("\t", -1);
    assertThat(html).contains("+" + counts[0] + " −" + counts[1]);
    assertThat(page("/compare/" + rewrite + ".." + correction + "?path=" + DOCUMENT))
        .doesNotContain("beside it");
  }

  @Test
  void longDocumentIsReadAsItIsWrittenWithTheNumberOfEachLine() throws IOException {
    document();
    for (String revision : List.of("main", rewrite)) {
      List<String> shown = revision.equals("main") ? corrected : after;
      String html = page("/tree/" + revision + "/" + DOCUMENT + "?view=source");
      assertShows(html, shown);
      assertThat(Pattern.compile("id=\"L(\\d+)\"").matcher(html).results().map(MatchResult::group))
          .hasSize(shown.size())
          .contains("id=\"L1\"", "id=\"L" + shown.size() + "\"");
    }
  }

  /** The bar of a cgit: summary, refs, log, tree, commit, diff, and the way to a directory. */
  @Test
  void everyWordOfTheBarLeadsSomewhere() throws IOException {
    document();
    assertThat(page("/branches")).contains("main");
    assertThat(page("/commits/main/" + DOCUMENT))
        .contains("/commit/" + first, "/commit/" + rewrite, "/commit/" + correction);
    assertThat(page("/tree/main/docs/explanation")).contains("sync.md");
    assertThat(page("/tree/main/" + DOCUMENT))
        .contains("/tree/main/docs/explanation", "/commits/main/" + DOCUMENT, "/blame/main/");
    assertThat(document("/commit/" + rewrite + ".patch"))
        .contains("Subject: [PATCH]", "diff --git a/" + DOCUMENT + " b/" + DOCUMENT);
  }
}
