package dev.graspd.core.nostr.message;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.graspd.core.fuzz.Budget;
import dev.graspd.core.nostr.TagLimits;
import dev.graspd.core.nostr.message.FromRelay.Auth;
import dev.graspd.core.nostr.message.FromRelay.Closed;
import dev.graspd.core.nostr.message.FromRelay.Eose;
import dev.graspd.core.nostr.message.FromRelay.EventFor;
import dev.graspd.core.nostr.message.FromRelay.NegErr;
import dev.graspd.core.nostr.message.FromRelay.NegMsg;
import dev.graspd.core.nostr.message.FromRelay.Notice;
import dev.graspd.core.nostr.message.FromRelay.Ok;
import dev.graspd.core.nostr.message.FromRelay.Unreadable;
import dev.graspd.core.nostr.refusal.Soundness;

class FromRelayFuzzTest {
  private static final MessageLimits LIMITS = new MessageLimits(1, 1, 8, new TagLimits(20, 30, 40));
  private static final Budget BUDGET = new Budget(16 << 20, 1_000);
  private static final int WHY_CHARACTERS_MAX = 300;

  @FuzzTest
  void whateverComesIsReadAndWrittenAndReadAsTheSameOrSaysWhyNot(byte[] input) {
    FromRelay message = BUDGET.within(input.length, () -> FromRelayParser.parse(input, LIMITS));
    switch (message) {
      case EventFor(var id, var event) -> {
        Soundness.check(event);
        same(message, new RelayMessage.EventFor(id, event.json()));
      }
      case Eose(var id, var finish) -> same(message, new RelayMessage.Eose(id, finish));
      case Closed(var id, var text) -> {
        isShort(text);
        same(message, new RelayMessage.Closed(id.text(), text));
      }
      case Notice(var text) -> {
        isShort(text);
        same(message, new RelayMessage.Notice(text));
      }
      case Auth(var challenge) -> {
        isShort(challenge);
        same(message, new RelayMessage.AuthChallenge(challenge));
      }
      case Ok(var id, var accepted, var text) -> {
        isShort(text);
        same(message, new RelayMessage.Ok(id, accepted, text));
      }
      case NegMsg(_, var bytes) -> assertThat(bytes.length).isLessThan(input.length);
      case NegErr(var id, var text) -> {
        isShort(text);
        same(message, new RelayMessage.NegErr(id.text(), text));
      }
      case Unreadable(var why) ->
          assertThat(why).matches("[ -~]+").hasSizeLessThan(WHY_CHARACTERS_MAX);
    }
  }

  private static void isShort(String text) {
    assertThat(text.codePointCount(0, text.length()))
        .isLessThanOrEqualTo(FromRelayParser.TEXT_CHARACTERS_MAX);
  }

  private static void same(FromRelay message, RelayMessage written) {
    assertThat(FromRelayParser.parse(written.json(), LIMITS)).isEqualTo(message);
  }
}
