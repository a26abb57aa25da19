package dev.graspd.system.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A sample has each kind and each part of a page, and prefers small pages. */
final class SampleTest {
  private static WebPage page(String path, String content) {
    return new WebPage(
        URI.create("http://127.0.0.1" + path), 200, "<html><body>" + content + "</body></html>");
  }

  private static final WebPage SMALL = page("/repos", "<p class=\"note\">x</p>");
  private static final WebPage LARGE =
      page("/repos?cursor=1", "<p class=\"note\">x</p>" + "<p>x</p>".repeat(50));
  private static final WebPage OTHER_KIND = page("/status", "<p class=\"note\">x</p>");
  private static final WebPage FAULTY = page("/repos?cursor=2", "<p class=note>x</p>");

  @Test
  void pageWithNothingNewIsLeftOut() {
    assertThat(Sample.of(List.of(SMALL, page("/repos?cursor=3", "<p class=\"note\">y</p>"))))
        .hasSize(1);
  }

  @Test
  void smallPageIsPreferred() {
    assertThat(
            Sample.of(List.of(page("/repos?cursor=4", "<p class=\"note\">x</p>".repeat(9)), SMALL)))
        .containsExactly(SMALL);
  }

  @Test
  void eachPartAndEachKindIsChosen() {
    assertThat(Sample.of(List.of(SMALL, LARGE, OTHER_KIND)))
        .containsExactlyInAnyOrder(SMALL, LARGE, OTHER_KIND);
  }

  @Test
  void neighboursAndLongWordsAreNewParts() {
    WebPage turned = page("/repos?cursor=5", "<b>x</b><p class=\"note\">x</p><i>x</i>");
    WebPage usual = page("/repos?cursor=6", "<p class=\"note\">x</p><b>x</b><i>x</i>");
    WebPage wide = page("/repos?cursor=7", "<p class=\"note\">" + "x".repeat(40) + "</p><b>x</b>");
    assertThat(Sample.of(List.of(usual, turned, wide))).hasSize(1);
    assertThat(Sample.ofNeighbours(List.of(usual, turned, wide)))
        .containsExactlyInAnyOrder(usual, turned, wide);
  }

  @Test
  void pageThatCannotBeReadIsChosen() {
    assertThat(Sample.of(List.of(SMALL, FAULTY))).contains(FAULTY);
  }
}
