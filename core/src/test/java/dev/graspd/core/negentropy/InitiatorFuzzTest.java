package dev.graspd.core.negentropy;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.graspd.core.fuzz.Budget;
import dev.graspd.core.negentropy.Initiator.Step;
import dev.graspd.core.negentropy.Responder.Answer;
import dev.graspd.core.nostr.EventId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

class InitiatorFuzzTest {
  private static final FrameLimit LIMIT = new FrameLimit(FrameLimit.BYTES_MIN);
  private static final Budget BUDGET = new Budget(16 << 20, 1_000);
  private static final List<ItemSet> SETS = FuzzSets.all();
  private static final List<Set<EventId>> IDS = SETS.stream().map(FuzzSets::ids).toList();

  @FuzzTest
  void whateverComesLeadsToTrueClaimsAndAGoodQuestionOrIsRefusedWithAReason(byte[] input) {
    for (int i = 0; i < SETS.size(); i++) {
      ItemSet items = SETS.get(i);
      switch (BUDGET.within(input.length, () -> firstStep(items, input))) {
        case Step.Continue(var question, var have, var need) -> {
          assertThat(question.length()).isLessThanOrEqualTo(LIMIT.bytes());
          assertThat(new Responder(items, LIMIT).respond(question))
              .isInstanceOf(Answer.Reply.class);
          check(IDS.get(i), have, need);
        }
        case Step.Done(var have, var need) -> check(IDS.get(i), have, need);
        case Step.Refused(var reason) -> assertThat(reason).isNotBlank();
      }
    }
  }

  private static Step firstStep(ItemSet items, byte[] input) {
    Initiator initiator = new Initiator(items, LIMIT, 2);
    initiator.open();
    return initiator.on(Message.of(input));
  }

  private static void check(Set<EventId> ours, List<EventId> have, List<EventId> need) {
    assertThat(new HashSet<>(have)).hasSameSizeAs(have);
    assertThat(ours.containsAll(have)).isTrue();
    assertThat(new HashSet<>(need)).hasSameSizeAs(need);
  }
}
