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

  @FuzzTest
  void whateverComesLeadsToTrueClaimsAndAGoodQuestionOrIsRefusedWithAReason(byte[] input) {
    for (ItemSet items : SETS) {
      switch (BUDGET.within(input.length, () -> firstStep(items, input))) {
        case Step.Continue(var question, var have, var need) -> {
          assertThat(question.length()).isLessThanOrEqualTo(LIMIT.bytes());
          assertThat(new Responder(items, LIMIT).respond(question))
              .isInstanceOf(Answer.Reply.class);
          check(items, have, need);
        }
        case Step.Done(var have, var need) -> check(items, have, need);
        case Step.Refused(var reason) -> assertThat(reason).isNotBlank();
      }
    }
  }

  private static Step firstStep(ItemSet items, byte[] input) {
    Initiator initiator = new Initiator(items, LIMIT, 2);
    initiator.open();
    return initiator.on(Message.of(input));
  }

  private static void check(ItemSet items, List<EventId> have, List<EventId> need) {
    Set<EventId> ours = FuzzSets.ids(items);
    assertThat(new HashSet<>(have)).hasSameSizeAs(have);
    assertThat(ours.containsAll(have)).isTrue();
    assertThat(new HashSet<>(need)).hasSameSizeAs(need);
  }
}
