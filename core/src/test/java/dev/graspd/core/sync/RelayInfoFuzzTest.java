package dev.graspd.core.sync;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.graspd.core.fuzz.Budget;

class RelayInfoFuzzTest {
  private static final Budget BUDGET = new Budget(16 << 20, 1_000);

  @FuzzTest
  void whateverComesYieldsNumbersThatCanBeUsed(byte[] input) {
    RelayInfo info = BUDGET.within(input.length, () -> RelayInfo.parse(input));
    assertThat(info.maxSubscriptions().orElse(1)).isBetween(1, RelayInfo.SUBSCRIPTIONS_MAX);
    assertThat(info.maxLimit().orElse(1)).isBetween(1, RelayInfo.LIMIT_MAX);
    assertThat(info.maxMessageLength().orElse(RelayInfo.MESSAGE_BYTES_MIN))
        .isBetween(RelayInfo.MESSAGE_BYTES_MIN, RelayInfo.MESSAGE_BYTES_MAX);
  }
}
