package dev.graspd.core.nostr;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class HeapBytesTest {
  @Test
  void textsCountAsTheJvmKeepsThem() {
    assertThat(HeapBytes.of("")).isEqualTo(40);
    assertThat(HeapBytes.of("a".repeat(1_000))).isEqualTo(24 + 1_016);
    assertThat(HeapBytes.of("\u00e4".repeat(1_000))).as("one byte each").isEqualTo(24 + 1_016);
    assertThat(HeapBytes.of("\u20ac".repeat(1_000))).as("two bytes each").isEqualTo(24 + 2_016);
  }

  @Test
  void tinyItemsOfTagsCountManyTimesTheirText() {
    Tag tag = Tag.of("a", "b", "c", "d");
    assertThat(HeapBytes.of(tag)).isBetween(4 * 48L, 4 * 80L);
    assertThat(HeapBytes.ofTags(List.of(tag, tag))).isGreaterThan(2 * HeapBytes.of(tag));
  }

  @Test
  void filterCountsEachValueWithItsEntry() {
    Filter small = Filter.builder().kinds(List.of(1)).build();
    Filter large = Filter.builder().tag('t', List.of("x".repeat(1_024))).build();
    assertThat(HeapBytes.of(small)).isLessThan(512);
    assertThat(HeapBytes.of(large)).isBetween(1_024L, 2_048L);
    assertThat(HeapBytes.of(List.of(small, large)))
        .isEqualTo(HeapBytes.of(small) + HeapBytes.of(large));
  }
}
