package dev.graspd.server.site.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Pages of a repository that C git made. */
final class CodeSiteTest extends CodeSiteFixture {
  private static final Pattern OWN_LINK = Pattern.compile("href=\"" + BASE + "([^\"]+)\"");

  @Test
  void directoryShowsItsEntriesWithTheirLastCommitsAndItsReadme() throws IOException {
    sample();
    String html = page("/tree/main");
    assertThat(html)
        .contains(">src</bdi></a>/", ">README.md</bdi>", "change binary", "# Tool")
        .contains("&lt;script&gt;")
        .doesNotContain("<script>");
    assertThat(page("/tree/HEAD/src")).contains("start.c").doesNotContain("main.c</bdi>");
    assertThat(page("/tree/feature/x/src")).contains("start.c");
  }

  @Test
  void fileShowsItsLinesWithAnchors() throws IOException {
    sample();
    assertThat(page("/tree/main/src/start.c?lines=2-3"))
        .contains("<span class=\"line\" id=\"L1\">int main() {\n</span>")
        .contains("<span class=\"line marked\" id=\"L2\">\treturn 1;\n</span>")
        .contains("/blame/main/src/start.c", "/commits/main/src/start.c");
    assertThat(page("/tree/main/turned.txt")).contains("U+202E").doesNotContain("\u202e");
    assertThat(page("/tree/main/binary")).contains("This file is not text");
    assertThat(page("/tree/main/latin1")).contains("grün", "read as Latin-1");
    assertThat(page("/tree/main/empty")).contains("0 lines");
  }

  @Test
  void commitShowsItsMessageAndWhatItChanged() throws IOException {
    sample();
    String id = git.git("rev-parse", "main");
    String html = page("/commit/" + id);
    assertThat(html)
        .contains("change src/start.c", "src/main.c → src/start.c")
        .contains("<del>-\treturn <mark>0</mark>;\n</del>")
        .contains("<ins>+\treturn <mark>1</mark>;\n</ins>")
        .contains("Author, as claimed");
    assertThat(answer("/commit/" + id.substring(0, 8))).isInstanceOf(SiteAnswer.Moved.class);
    assertThat(answer("/commit/" + "1".repeat(40))).isEqualTo(new SiteAnswer.NotFound());
  }

  @Test
  void logGoesOnFromPageToPageAlsoWhenTheBranchMoves() throws IOException {
    for (int i = 0; i < 60; i++) {
      git.commit("a.txt", "x" + i);
    }
    publish();
    String first = page("/commits/main");
    Matcher next = Pattern.compile("href=\"[^\"]*(\\?from=[^\"]+)\">Older").matcher(first);
    assertThat(next.find()).isTrue();
    git.commit("b.txt", "newer");
    publish();
    String second = page("/commits/main" + next.group(1).replace("&amp;", "&"));
    assertThat(second.split("class=\"by\"", -1)).hasSize(11);
    assertThat(second).contains(git.git("rev-parse", "--short=10", "main~60"));
  }

  @Test
  void blameNamesACommitForEveryLine() throws IOException {
    sample();
    assertThat(page("/blame/main/src/start.c"))
        .contains(git.git("rev-parse", "--short=10", "main"))
        .doesNotContain("not traced");
    assertThat(answer("/blame/main/src")).isEqualTo(new SiteAnswer.NotFound());
  }

  @Test
  void nothingIsThereForOtherNames() throws IOException {
    sample();
    for (String rest :
        new String[] {"/tree/none", "/tree/main/none", "/commits/none", "/tree/main/README.md/x"}) {
      assertThat(answer(rest)).as(rest).isEqualTo(new SiteAnswer.NotFound());
    }
    fixture.refs = Refs.NONE;
    assertThat(answer("/tree/HEAD")).isEqualTo(new SiteAnswer.NotFound());
  }

  @Test
  void headThatNamesNoBranchShowsOneThatIsThere() throws IOException {
    sample();
    fixture.refs = fixture.refs.withHead(Optional.of(new RefName("refs/heads/gone")));
    assertThat(page("/tree/HEAD")).contains("README.md");
  }

  /** Follows every link of every page. */
  @Test
  void everyLinkOfAPageLeadsToAPage() throws IOException {
    sample();
    SortedSet<String> seen = new TreeSet<>();
    Deque<String> next = new ArrayDeque<>(Collections.singleton("/tree/HEAD"));
    while (!next.isEmpty()) {
      String rest = next.remove();
      if (!seen.add(rest) || rest.isEmpty()) {
        continue;
      }
      SiteAnswer answer = answer(rest);
      if (answer instanceof SiteAnswer.Document) {
        continue;
      }
      assertThat(answer).as(rest).isInstanceOf(SiteAnswer.Page.class);
      Matcher links = OWN_LINK.matcher(((SiteAnswer.Page) answer).html());
      while (links.find()) {
        String target = links.group(1).replace("&amp;", "&").replace("&#39;", "'");
        if (target.startsWith(TOOL)) {
          next.add(target.substring(TOOL.length()));
        }
      }
    }
    assertThat(seen)
        .hasSizeGreaterThan(60)
        .contains("/branches", "/tags", "/tag/v1", "/search?rev=main", "/tree/main/src")
        .anyMatch(rest -> rest.startsWith("/compare/"))
        .anyMatch(rest -> rest.endsWith(".patch"))
        .anyMatch(rest -> rest.startsWith("/blame/"));
  }
}
