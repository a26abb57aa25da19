package dev.graspd.core.negentropy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.core.nostr.EventId;
import java.util.List;
import org.junit.jupiter.api.Test;

class BoundTest {
  private static final Item BELOW = item(7, "11".repeat(20) + "22".repeat(12));

  @Test
  void differentTimesNeedNoPrefix() {
    Bound bound = Bound.between(BELOW, item(8, "00".repeat(32)));
    assertThat(bound).isEqualTo(new Bound(8, EventId.parse("00".repeat(32)), 0));
  }

  @Test
  void equalTimesNeedTheCommonPrefixAndOneByte() {
    Bound bound = Bound.between(BELOW, item(7, "11".repeat(20) + "23" + "ff".repeat(11)));
    assertThat(bound.prefixBytes()).isEqualTo(21);
    assertThat(bound.id().hex()).isEqualTo("11".repeat(20) + "23" + "00".repeat(11));
  }

  @Test
  void idsThatDifferInTheLastByteNeedAllOfIt() {
    Item above = item(7, "11".repeat(20) + "22".repeat(11) + "23");
    assertThat(Bound.between(BELOW, above)).isEqualTo(Bound.before(above));
  }

  @Test
  void aBoundLiesAboveTheItemBelowAndNotAboveTheItemAbove() {
    Item above = item(7, "11".repeat(20) + "23" + "ff".repeat(11));
    ItemSet items = Items.set(List.of(BELOW, above));
    assertThat(items.lowerBound(Bound.between(BELOW, above))).isEqualTo(1);
  }

  @Test
  void timesAreUnsigned() {
    Bound huge = new Bound(Long.MIN_VALUE, EventId.parse("00".repeat(32)), 0);
    assertThat(huge.compareTo(Bound.before(BELOW))).isPositive();
    assertThat(huge.compareTo(Bound.INFINITY)).isNegative();
    assertThat(Items.set(List.of(BELOW)).lowerBound(huge)).isEqualTo(1);
  }

  @Test
  void secondsStartWithTheirFirstItem() {
    ItemSet items = Items.set(List.of(item(6, "ff".repeat(32)), item(7, "00".repeat(32)), BELOW));
    assertThat(items.lowerBound(Bound.startOf(7))).isEqualTo(1);
    assertThat(items.lowerBound(Bound.startOf(8))).isEqualTo(3);
    assertThat(items.lowerBound(Bound.startOf(Long.MIN_VALUE))).isZero();
    assertThat(items.lowerBound(Bound.startOf(Long.MAX_VALUE))).isEqualTo(3);
  }

  @Test
  void anItemHasNoNegativeTime() {
    assertThatThrownBy(() -> item(-1, "00".repeat(32)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-1");
  }

  private static Item item(long createdAt, String id) {
    return new Item(createdAt, EventId.parse(id));
  }
}
