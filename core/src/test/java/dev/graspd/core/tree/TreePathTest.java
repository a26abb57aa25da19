package dev.graspd.core.tree;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TreePathTest {
  private static final TreePath DOCS = TreePath.of("docs/en");

  @ParameterizedTest
  @CsvSource({
    "a.md, docs/en/a.md",
    "./a.md, docs/en/a.md",
    "../a.md, docs/a.md",
    "../../a.md, a.md",
    "x//y/./z/, docs/en/x/y/z",
    "x/../y, docs/en/y",
    ".., docs",
  })
  void relativePathIsFollowed(String relative, String expected) {
    assertThat(DOCS.follow(relative)).contains(TreePath.of(expected));
  }

  @Test
  void pathMayLeadToTheRoot() {
    assertThat(DOCS.follow("../..")).contains(TreePath.ROOT);
    assertThat(TreePath.ROOT.follow(".")).contains(TreePath.ROOT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"../../..", "../../../a", "x/../../../../a", "a\0b", "日"})
  void pathThatNoTreeHasIsNone(String relative) {
    assertThat(DOCS.follow(relative)).isEmpty();
  }

  @Test
  void parentIsTheDirectory() {
    assertThat(TreePath.of("a/b").parent()).isEqualTo(TreePath.of("a"));
    assertThat(TreePath.of("a").parent()).isEqualTo(TreePath.ROOT);
    assertThat(TreePath.ROOT.parent()).isEqualTo(TreePath.ROOT);
  }
}
