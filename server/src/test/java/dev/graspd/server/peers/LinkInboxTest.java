package dev.graspd.server.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.sync.LinkInput;
import dev.graspd.core.sync.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class LinkInboxTest {
  private static final LinkInput.Judged JUDGED =
      new LinkInput.Judged(EventId.parse("ab".repeat(32)), Outcome.STORED);

  private final AtomicLong allUnjudgedBytes = new AtomicLong();
  private final LinkInbox inbox = new LinkInbox(allUnjudgedBytes);

  @Test
  void aFloodOfMessagesStopsReadingOnce() {
    for (int i = 1; i < LinkInbox.FRAMES_MAX; i++) {
      assertThat(inbox.frame(utf8("x"))).isFalse();
    }
    assertThat(inbox.frame(utf8("x"))).isTrue();
    assertThat(inbox.frame(utf8("x"))).as("stopped already").isFalse();
    assertThat(inbox.mayReadAgain()).isFalse();

    while (inbox.nextFrame() != null) {
      assertThat(inbox.end()).isNull();
    }
    assertThat(inbox.mayReadAgain()).isTrue();
    assertThat(inbox.mayReadAgain()).as("once").isFalse();
  }

  @Test
  void fewBigMessagesStopReadingToo() {
    assertThat(inbox.frame(utf8("x".repeat(LinkInbox.FRAME_BYTES_MAX)))).isTrue();
  }

  @Test
  void messagesWaitWhileTooManyEventsAreNotJudged() {
    inbox.frame(utf8("next"));
    for (int i = 0; i < LinkInbox.UNJUDGED_MAX; i++) {
      inbox.submitted(1);
    }
    assertThat(inbox.hasFrames()).isFalse();
    assertThat(inbox.nextFrame()).isNull();

    inbox.judged(JUDGED, 1);
    assertThat(inbox.nextAnswer()).isEqualTo(JUDGED);
    assertThat(inbox.nextFrame()).isEqualTo(utf8("next"));
  }

  @Test
  void messagesWaitWhileTooManyBytesAreNotJudged() {
    inbox.frame(utf8("next"));
    inbox.submitted(LinkInbox.UNJUDGED_BYTES_MAX);
    assertThat(inbox.nextFrame()).isNull();
    inbox.judged(JUDGED, LinkInbox.UNJUDGED_BYTES_MAX);
    assertThat(inbox.nextFrame()).isEqualTo(utf8("next"));
  }

  @Test
  void messagesWaitWhileAllConnectionsTogetherHaveTooManyBytesNotJudged() {
    LinkInbox other = new LinkInbox(allUnjudgedBytes);
    allUnjudgedBytes.set(LinkInbox.ALL_UNJUDGED_BYTES_MAX - 1);
    inbox.submitted(1);
    other.frame(utf8("first"));
    other.frame(utf8("second"));
    assertThat(other.nextFrame()).as("who has none may have one").isEqualTo(utf8("first"));
    other.submitted(1);
    assertThat(other.nextFrame()).isNull();

    inbox.judged(JUDGED, 1);
    assertThat(other.nextFrame()).as("as much as before").isNull();
    other.judged(JUDGED, 1);
    assertThat(other.nextFrame()).isEqualTo(utf8("second"));
  }

  @Test
  void theEndComesAfterWhatWasSaidBefore() {
    inbox.frame(utf8("last words"));
    inbox.answer(new LinkInput.Ponged());
    inbox.ended("cut");
    assertThat(inbox.end()).isNull();
    assertThat(inbox.isEnded()).isTrue();

    assertThat(inbox.nextFrame()).isEqualTo(utf8("last words"));
    assertThat(inbox.nextAnswer()).isEqualTo(new LinkInput.Ponged());
    assertThat(inbox.end()).isEqualTo("cut");
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
