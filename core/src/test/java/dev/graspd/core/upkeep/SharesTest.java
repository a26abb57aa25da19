package dev.graspd.core.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.PublicKey;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class SharesTest {
  private static final PublicKey A = PublicKey.parse("a".repeat(64));
  private static final PublicKey B = PublicKey.parse("b".repeat(64));
  private static final PublicKey C = PublicKey.parse("c".repeat(64));

  private static SortedMap<PublicKey, Long> shares(
      Map<PublicKey, Long> before, Set<PublicKey> present, long bytes) {
    return Shares.of(new TreeMap<>(before), new TreeSet<>(present), bytes);
  }

  @Test
  void bytesAreSharedInProportionAndNoneIsLost() {
    assertThat(shares(Map.of(A, 300L, B, 100L), Set.of(A, B), 200))
        .isEqualTo(Map.of(A, 150L, B, 50L));
    assertThat(shares(Map.of(A, 1L, B, 1L, C, 1L), Set.of(A, B, C), 100).values())
        .allMatch(share -> share == 33 || share == 34)
        .satisfies(all -> assertThat(all.stream().mapToLong(Long::longValue).sum()).isEqualTo(100));
  }

  @Test
  void whoHasNothingLeftPaysNothing() {
    assertThat(shares(Map.of(A, 300L, B, 100L), Set.of(B), 200)).isEqualTo(Map.of(B, 200L));
    assertThat(shares(Map.of(A, 0L, B, 100L), Set.of(A, B), 200)).isEqualTo(Map.of(B, 200L));
  }

  @Test
  void whenNobodyHasAnythingLeftAllPayAsBefore() {
    assertThat(shares(Map.of(A, 300L, B, 100L), Set.of(C), 4)).isEqualTo(Map.of(A, 3L, B, 1L));
  }
}
