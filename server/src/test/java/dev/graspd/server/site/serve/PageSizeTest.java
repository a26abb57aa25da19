package dev.graspd.server.site.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.site.html.PageSpace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Pages stay below {@code PAGE_BYTES}, however long names and lines are (W-6). */
final class PageSizeTest extends CodeSiteFixture {
  /** Head, tabs and crumbs of a page. */
  private static final int FRAME_BYTES = 64 << 10;

  private static void assertFits(String html) {
    assertThat(html.getBytes(StandardCharsets.UTF_8).length)
        .isLessThan(PageSpace.BYTES_MAX + FRAME_BYTES);
  }

  @Test
  void fileThatIsTooLargeWithColoursHasNone() throws IOException {
    git.commit("dense.c", ("1+".repeat(200) + "1;\n").repeat(1_000));
    publish();
    String file = page("/tree/main/dense.c");
    assertFits(file);
    assertThat(file)
        .contains("This file has no colours: with them", "id=\"L1000\"")
        .doesNotContain("<span class=\"n\">");
    String blame = page("/blame/main/dense.c");
    assertFits(blame);
    assertThat(blame).contains("id=\"L801\"").doesNotContain("The rest of this file is left out");
  }

  @Test
  void fileThatIsTooLargeForAPageIsCutWithASentence() throws IOException {
    git.commit("angles.txt", ("<".repeat(999) + "\n").repeat(1_000));
    publish();
    String file = page("/tree/main/angles.txt");
    assertFits(file);
    assertThat(file)
        .containsPattern(
            "These are the first \\d+ of 1000 lines: a page has at most 2 MiB. <a [^>]+>Get it")
        .contains("id=\"L400\"")
        .doesNotContain("id=\"L600\"");
    String blame = page("/blame/main/angles.txt");
    assertFits(blame);
    assertThat(blame)
        .contains("id=\"L201\"", "The rest of this file is left out: a page has at most 2 MiB.");
  }

  /** Long paths are in each link of a page. */
  @Test
  void directoryAndSearchWithLongNamesAreCutWithASentence() throws IOException {
    git.commit("README", "needle\n".repeat(20));
    String blob = git.git("rev-parse", "main:README");
    String directory = "\u00e9".repeat(125) + "/" + "\u00e8".repeat(125);
    StringBuilder index = new StringBuilder();
    for (int i = 0; i < 900; i++) {
      String name = "\u00ea".repeat(120) + "%04d".formatted(i);
      index.append("100644 %s\t%s/%s\n".formatted(blob, directory, name));
    }
    git.run(index.toString().getBytes(StandardCharsets.UTF_8), "update-index", "--index-info");
    git.git("commit", "-q", "-m", "long");
    publish();
    String at = "/tree/main/" + encoded(directory);
    String first = page(at);
    assertFits(first);
    assertThat(first).contains("0000</bdi>", "This directory has 900 entries.", ">Next page</a>");
    String next = page(at + "?after=" + encoded("\u00ea".repeat(120)) + "0800");
    assertThat(next).contains("0899</bdi>", "These are the last.");
    String found = page("/search?q=needle");
    assertFits(found);
    assertThat(found).contains("files more are left out: a page has at most 2 MiB.");
  }

  private static String encoded(String path) {
    StringBuilder out = new StringBuilder();
    for (byte one : path.getBytes(StandardCharsets.UTF_8)) {
      out.append(one == '/' ? "/" : "%%%02X".formatted(one));
    }
    return out.toString();
  }
}
