package dev.graspd.core.nostr.message;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.graspd.core.fuzz.Budget;
import dev.graspd.core.nostr.TagLimits;
import dev.graspd.core.nostr.message.ClientMessage.Auth;
import dev.graspd.core.nostr.message.ClientMessage.BadEvent;
import dev.graspd.core.nostr.message.ClientMessage.BadNegentropy;
import dev.graspd.core.nostr.message.ClientMessage.BadSubscription;
import dev.graspd.core.nostr.message.ClientMessage.Close;
import dev.graspd.core.nostr.message.ClientMessage.Count;
import dev.graspd.core.nostr.message.ClientMessage.NegClose;
import dev.graspd.core.nostr.message.ClientMessage.NegMsg;
import dev.graspd.core.nostr.message.ClientMessage.NegOpen;
import dev.graspd.core.nostr.message.ClientMessage.Publish;
import dev.graspd.core.nostr.message.ClientMessage.Req;
import dev.graspd.core.nostr.message.ClientMessage.Unreadable;
import dev.graspd.core.nostr.message.RelayMessage.Closed;
import dev.graspd.core.nostr.message.RelayMessage.Eose;
import dev.graspd.core.nostr.message.RelayMessage.NegErr;
import dev.graspd.core.nostr.message.RelayMessage.Notice;
import dev.graspd.core.nostr.message.RelayMessage.Ok;
import dev.graspd.core.nostr.refusal.Refusal;
import dev.graspd.core.nostr.refusal.Soundness;

class ClientMessageFuzzTest {
  private static final MessageLimits LIMITS =
      new MessageLimits(3, 10, 80, new TagLimits(20, 30, 40));
  private static final Budget BUDGET = new Budget(16 << 20, 1_000);

  @FuzzTest
  void whateverComesIsUnderstoodOrCanBeAnsweredWithAReason(byte[] input) {
    switch (BUDGET.within(input.length, () -> MessageParser.parse(input, LIMITS))) {
      case Publish(var event) -> Soundness.check(event);
      case Auth(var event) -> Soundness.check(event);
      case Req(var id, var filters) -> {
        assertThat(filters).hasSizeBetween(1, LIMITS.filters());
        answerable(id);
      }
      case Count(var id, var filters) -> {
        assertThat(filters).hasSizeBetween(1, LIMITS.filters());
        answerable(id);
      }
      case Close(var id) -> answerable(id);
      case NegOpen(var id, _, var message) -> {
        assertThat(message.length).isLessThan(input.length);
        answerable(id);
      }
      case NegMsg(var id, var message) -> {
        assertThat(message.length).isLessThan(input.length);
        answerable(id);
      }
      case NegClose(var id) -> answerable(id);
      case BadEvent(var id, var refusal) -> refused(refusal, new Ok(id, false, refusal.message()));
      case BadSubscription(var id, var refusal) ->
          refused(refusal, new Closed(id, refusal.message()));
      case BadNegentropy(var id, var refusal) ->
          refused(refusal, new NegErr(id, refusal.message()));
      case Unreadable(var refusal) -> refused(refusal, new Notice(refusal.message()));
    }
  }

  private static void answerable(SubscriptionId id) {
    Soundness.check(new Eose(id, true));
  }

  private static void refused(Refusal refusal, RelayMessage answer) {
    Soundness.check(refusal);
    Soundness.check(answer);
  }
}
