package dev.graspd.core.nostr;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.graspd.core.fuzz.Budget;
import dev.graspd.core.nostr.refusal.Soundness;

class EventFuzzTest {
  private static final TagLimits TAGS_MAX = new TagLimits(100, 200, 300);
  private static final Budget BUDGET = new Budget(16 << 20, 1_000);

  @FuzzTest
  void whateverParsesIsWrittenAndReadBackUnchanged(byte[] input) {
    switch (BUDGET.within(input.length, () -> EventParser.parse(input, TAGS_MAX))) {
      case EventParser.Result.Parsed(var event) -> Soundness.check(event);
      case EventParser.Result.Bad(var refusal) -> Soundness.check(refusal);
    }
  }
}
