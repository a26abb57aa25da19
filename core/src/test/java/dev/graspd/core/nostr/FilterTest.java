package dev.graspd.core.nostr;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FilterTest {
  private static final Event EVENT =
      Sample.event(1, Tag.of("t", "x", "second"), Tag.of("T", "y"), Tag.of("tt", "z"), Tag.of("q"));

  private static Filter.Builder filter() {
    return Filter.builder();
  }

  @Test
  void conditionsOfOneFilterMustAllHold() {
    assertThat(filter().kinds(List.of(1, 2)).authors(List.of(Sample.ALICE)).build().matches(EVENT))
        .isTrue();
    assertThat(filter().kinds(List.of(1)).authors(List.of(Sample.BOB)).build().matches(EVENT))
        .isFalse();
    assertThat(filter().kinds(List.of(2)).build().matches(EVENT)).isFalse();
    assertThat(filter().ids(List.of(EVENT.id())).build().matches(EVENT)).isTrue();
    assertThat(Filter.ALL.matches(EVENT)).isTrue();
  }

  @Test
  void timeBoundsAreInclusive() {
    assertThat(filter().since(Sample.TIME).until(Sample.TIME).build().matches(EVENT)).isTrue();
    assertThat(filter().since(Sample.TIME + 1).build().matches(EVENT)).isFalse();
    assertThat(filter().until(Sample.TIME - 1).build().matches(EVENT)).isFalse();
  }

  @Test
  void tagsMatchByLetterCaseAndFirstValue() {
    assertThat(filter().tag('t', List.of("x", "other")).build().matches(EVENT)).isTrue();
    assertThat(filter().tag('t', List.of("second")).build().matches(EVENT)).isFalse();
    assertThat(filter().tag('T', List.of("y")).build().matches(EVENT)).isTrue();
    assertThat(filter().tag('T', List.of("x")).build().matches(EVENT)).isFalse();
    assertThat(filter().tag('q', List.of("")).build().matches(EVENT)).isFalse();
    assertThat(filter().tag('t', List.of("x")).tag('T', List.of("n")).build().matches(EVENT))
        .isFalse();
  }

  @Test
  void emptyListsAndEmptyWindowsMatchNothing() {
    assertThat(filter().kinds(List.of()).build().matchesNothing()).isTrue();
    assertThat(filter().tag('e', List.of()).build().matchesNothing()).isTrue();
    assertThat(filter().since(2).until(1).build().matchesNothing()).isTrue();
    assertThat(filter().since(1).until(1).limit(0).build().matchesNothing()).isFalse();
    assertThat(filter().kinds(List.of()).build().matches(EVENT)).isFalse();
  }

  @Test
  void equalFiltersAreEqualWhateverTheOrder() {
    assertThat(filter().kinds(List.of(2, 1, 2)).build())
        .isEqualTo(filter().kinds(List.of(1, 2)).build());
    assertThat(filter().limit(3).build().unlimited()).isEqualTo(Filter.ALL);
  }
}
