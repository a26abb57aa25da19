package dev.graspd.core.nostr;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.graspd.core.fuzz.Budget;
import dev.graspd.core.nostr.message.ClientMessage;
import dev.graspd.core.nostr.message.ClientMessage.BadSubscription;
import dev.graspd.core.nostr.message.ClientMessage.Req;
import dev.graspd.core.nostr.message.ClientMessage.Unreadable;
import dev.graspd.core.nostr.message.MessageLimits;
import dev.graspd.core.nostr.message.MessageParser;
import dev.graspd.core.nostr.refusal.Soundness;
import java.util.Arrays;
import java.util.List;

class FilterFuzzTest {
  private static final MessageLimits LIMITS =
      new MessageLimits(20, 100, 80, new TagLimits(0, 0, 0));
  private static final Budget BUDGET = new Budget(16 << 20, 1_000);

  @FuzzTest
  void whateverIsAFilterStaysItWhenWrittenAndReadAgain(byte[] input) {
    switch (BUDGET.within(input.length, () -> req(input))) {
      case Req(_, var filters) -> {
        for (Filter filter : filters) {
          assertThat(req(FilterJson.write(filter)))
              .isInstanceOfSatisfying(
                  Req.class, again -> assertThat(again.filters()).isEqualTo(List.of(filter)));
        }
      }
      case BadSubscription(_, var refusal) -> Soundness.check(refusal);
      case Unreadable(var refusal) -> Soundness.check(refusal);
      default -> throw new AssertionError("a REQ was read as something else");
    }
  }

  private static ClientMessage req(byte[] filters) {
    byte[] head = "[\"REQ\",\"s\",".getBytes(UTF_8);
    byte[] message = Arrays.copyOf(head, head.length + filters.length + 1);
    System.arraycopy(filters, 0, message, head.length, filters.length);
    message[message.length - 1] = ']';
    return MessageParser.parse(message, LIMITS);
  }
}
