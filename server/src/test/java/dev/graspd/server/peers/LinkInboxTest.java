package dev.graspd.server.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.sync.LinkInput;
import dev.graspd.core.sync.Outcome;
import org.junit.jupiter.api.Test;

final class LinkInboxTest {
  private static final LinkInput.Judged JUDGED =
      new LinkInput.Judged(EventId.parse("ab".repeat(32)), Outcome.STORED);

  private final LinkInbox inbox = new LinkInbox();

  @Test
  void aFloodOfMessagesStopsReadingOnce() {
    for (int i = 1; i < LinkInbox.FRAMES_MAX; i++) {
      assertThat(inbox.frame("x")).isFalse();
    }
    assertThat(inbox.frame("x")).isTrue();
    assertThat(inbox.frame("x")).as("stopped already").isFalse();
    assertThat(inbox.mayReadAgain()).isFalse();

    while (inbox.nextFrame() != null) {
      assertThat(inbox.end()).isNull();
    }
    assertThat(inbox.mayReadAgain()).isTrue();
    assertThat(inbox.mayReadAgain()).as("once").isFalse();
  }

  @Test
  void fewBigMessagesStopReadingToo() {
    assertThat(inbox.frame("x".repeat(LinkInbox.FRAME_CHARACTERS_MAX))).isTrue();
  }

  @Test
  void messagesWaitWhileTooManyEventsAreNotJudged() {
    inbox.frame("next");
    for (int i = 0; i < LinkInbox.UNJUDGED_MAX; i++) {
      inbox.submitted(1);
    }
    assertThat(inbox.hasFrames()).isFalse();
    assertThat(inbox.nextFrame()).isNull();

    inbox.judged(JUDGED, 1);
    assertThat(inbox.nextAnswer()).isEqualTo(JUDGED);
    assertThat(inbox.nextFrame()).isEqualTo("next");
  }

  @Test
  void messagesWaitWhileTooManyBytesAreNotJudged() {
    inbox.frame("next");
    inbox.submitted(LinkInbox.UNJUDGED_BYTES_MAX);
    assertThat(inbox.nextFrame()).isNull();
    inbox.judged(JUDGED, LinkInbox.UNJUDGED_BYTES_MAX);
    assertThat(inbox.nextFrame()).isEqualTo("next");
  }

  @Test
  void theEndComesAfterWhatWasSaidBefore() {
    inbox.frame("last words");
    inbox.answer(new LinkInput.Ponged());
    inbox.ended("cut");
    assertThat(inbox.end()).isNull();
    assertThat(inbox.isEnded()).isTrue();

    assertThat(inbox.nextFrame()).isEqualTo("last words");
    assertThat(inbox.nextAnswer()).isEqualTo(new LinkInput.Ponged());
    assertThat(inbox.end()).isEqualTo("cut");
  }
}
