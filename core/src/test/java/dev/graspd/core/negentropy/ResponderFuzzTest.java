package dev.graspd.core.negentropy;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.graspd.core.fuzz.Budget;
import dev.graspd.core.negentropy.Responder.Answer;
import java.util.List;

class ResponderFuzzTest {
  private static final FrameLimit LIMIT = new FrameLimit(FrameLimit.BYTES_MIN);
  private static final Budget BUDGET = new Budget(16 << 20, 1_000);
  private static final List<ItemSet> SETS = FuzzSets.all();

  @FuzzTest
  void whateverComesIsAnsweredWithinTheFrameOrRefusedWithAReason(byte[] input) {
    for (ItemSet items : SETS) {
      Responder responder = new Responder(items, LIMIT);
      switch (BUDGET.within(input.length, () -> responder.respond(Message.of(input)))) {
        case Answer.Reply(var reply) -> {
          assertThat(reply.length()).isLessThanOrEqualTo(LIMIT.bytes());
          assertThat(responder.respond(reply)).isInstanceOf(Answer.Reply.class);
        }
        case Answer.Refused(var reason) -> assertThat(reason).isNotBlank();
      }
    }
  }
}
