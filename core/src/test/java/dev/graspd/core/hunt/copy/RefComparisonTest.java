package dev.graspd.core.hunt.copy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.hunt.copy.RefComparison.Difference;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RefComparisonTest {
  private static final RefName MAIN = new RefName("refs/heads/main");

  private static Oid oid(int number) {
    return new Oid("%040x".formatted(number));
  }

  /** {@code heads/main=1 tags/v1=2} */
  private static SortedMap<RefName, Oid> refs(@Nullable String text) {
    SortedMap<RefName, Oid> refs = new TreeMap<>();
    if (text != null) {
      for (String ref : text.split(" ", -1)) {
        String[] parts = ref.split("=", 2);
        refs.put(new RefName("refs/" + parts[0]), oid(Integer.parseInt(parts[1])));
      }
    }
    return refs;
  }

  private static RefComparison compared(@Nullable String here, @Nullable String there) {
    return RefComparison.of(refs(here), refs(there), Optional.empty());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      value = {
        // here; there; same, other value, lacks, more there, is it the same?
        "heads/main=1            | heads/main=1             | 1 | 0 | 0 | 0 | true",
        "heads/main=1 tags/v1=2  | heads/main=1 tags/v1=2   | 2 | 0 | 0 | 0 | true",
        "heads/main=1            | heads/main=2             | 0 | 1 | 0 | 0 | false",
        "heads/main=1 heads/x=2  | heads/main=1             | 1 | 0 | 1 | 0 | false",
        "heads/main=1            | none                     | 0 | 0 | 1 | 0 | false",
        "heads/main=1            | heads/main=1 heads/x=2   | 1 | 0 | 0 | 1 | true",
        "heads/main=1 heads/x=2  | heads/main=2 heads/y=1   | 0 | 1 | 1 | 1 | false",
        // The same objects under other names are not the same refs.
        "heads/a=1 heads/b=2     | heads/a=2 heads/b=1      | 0 | 2 | 0 | 0 | false",
        "heads/a=1               | heads/b=1                | 0 | 0 | 1 | 1 | false",
        // Other refs belong to the host that has them.
        "heads/a=1 nostr/x=2     | heads/a=1 pull/1/head=3  | 1 | 0 | 0 | 0 | true",
        "none                    | none                     | 0 | 0 | 0 | 0 | false",
        "none                    | heads/main=1             | 0 | 0 | 0 | 1 | false",
      })
  void branchesAndTagsAreComparedByName(
      @Nullable String here,
      @Nullable String there,
      int same,
      int differing,
      int lacks,
      int extra,
      boolean isSame) {
    RefComparison found = compared(here, there);

    assertThat(found.same()).isEqualTo(same);
    assertThat(found.differing()).isEqualTo(differing);
    assertThat(found.lacks()).isEqualTo(lacks);
    assertThat(found.extra()).isEqualTo(extra);
    assertThat(found.isSame()).isEqualTo(isSame);
    assertThat(found.isOfNothing()).isEqualTo(here == null);
    assertThat(found.isCut()).isFalse();
  }

  @Test
  void refsThatAreNotTheSameAreNamedWithTheirValues() {
    RefComparison found =
        RefComparison.of(
            refs("heads/gone=3 heads/main=1"), refs("heads/main=2"), Optional.of(MAIN));

    assertThat(found.differs()).containsExactly(new Difference(MAIN, oid(1), oid(2)));
    assertThat(found.lacking()).containsExactly(new RefName("refs/heads/gone"));
    assertThat(found.head()).contains(MAIN);
  }

  @Test
  void atMostTwentyAreNamedThoseWithAnotherValueFirst() {
    SortedMap<RefName, Oid> here = new TreeMap<>();
    SortedMap<RefName, Oid> there = new TreeMap<>();
    for (int i = 0; i < 15; i++) {
      here.put(new RefName("refs/heads/a" + i), oid(1));
      here.put(new RefName("refs/heads/z" + i), oid(1));
      there.put(new RefName("refs/heads/z" + i), oid(2));
    }
    RefComparison found = RefComparison.of(here, there, Optional.empty());

    assertThat(found.differs()).hasSize(15);
    assertThat(found.lacking()).hasSize(RefComparison.NAMED_MAX - 15);
    assertThat(found.lacks()).isEqualTo(15);
    assertThat(found.isCut()).isTrue();

    RefComparison numbers = found.withoutNames();
    assertThat(numbers.differing()).isEqualTo(15);
    assertThat(numbers.differs()).isEmpty();
    assertThat(numbers.isCut()).isTrue();
    assertThat(numbers.heapBytes()).isLessThan(200);
    assertThat(found.heapBytes()).isGreaterThan(2_000);
  }

  @ParameterizedTest
  @CsvSource({
    "heads/a=1, heads/a=1, true",
    "heads/a=1 nostr/x=2, heads/a=1, true",
    "heads/a=1, heads/a=2, false",
    "heads/a=1, heads/b=1, false",
    "heads/a=1 heads/b=2, heads/a=2 heads/b=1, false",
    "heads/a=1 heads/b=2, heads/a=1, false",
  })
  void versionChangesWithBranchesAndTags(String before, String after, boolean isSame) {
    assertThat(RefComparison.versionOf(refs(before)) == RefComparison.versionOf(refs(after)))
        .isEqualTo(isSame);
    assertThat(compared(before, null).version()).isEqualTo(RefComparison.versionOf(refs(before)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      value = {
        "heads/main=1           | heads/main=1           | SAME",
        "heads/main=1 heads/x=2 | heads/main=1 heads/x=3 | SAME",
        "heads/main=1           | heads/main=2           | OTHER_VALUE",
        "heads/main=1           | heads/x=1              | MISSING",
        "heads/x=1              | heads/x=1              | SAME",
        "none                   | heads/main=1           | UNKNOWN",
      })
  void copyAgreesAboutARefOfHere(
      @Nullable String here, @Nullable String there, RefComparison.Agreement about) {
    RefName ref = here != null && here.startsWith("heads/x") ? new RefName("refs/heads/x") : MAIN;
    assertThat(compared(here, there).about(ref)).isEqualTo(about);
  }

  @Test
  void nothingIsSaidOfARefWithoutAName() {
    StringBuilder here = new StringBuilder("heads/main=1 tags/v1=1");
    StringBuilder there = new StringBuilder("tags/v1=1");
    for (int i = 0; i < RefComparison.NAMED_MAX; i++) {
      here.append(" heads/a").append(i).append("=1");
      there.append(" heads/a").append(i).append("=2");
    }
    assertThat(compared(here.toString(), there.toString()).about(MAIN))
        .isEqualTo(RefComparison.Agreement.UNKNOWN);
  }
}
