package dev.graspd.server.peers.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.HeapBytes;
import dev.graspd.core.nostr.TagLimits;
import dev.graspd.core.nostr.message.FromRelay;
import dev.graspd.core.nostr.message.FromRelayParser;
import dev.graspd.core.nostr.message.MessageLimits;
import dev.graspd.core.sync.SyncOutcome;
import dev.graspd.core.sync.link.LinkInput;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.charge.Payer;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LinkInboxTest {
  private static final LinkInput.Judged JUDGED =
      new LinkInput.Judged(EventId.parse("ab".repeat(32)), SyncOutcome.STORED);

  private static final Payer HOST = new Payer.Host("relay.example");
  private static final long SHARE = 64L << 20;
  private static final long UNJUDGED = 1 << 20;

  private final ByteBudget budget = new ByteBudget("peers", SHARE * ByteBudget.SHARE);
  private final LinkInbox inbox = new LinkInbox(budget, HOST);

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
  void messagesWaitWhileAllConnectionsToAHostHaveItsShare() {
    LinkInbox other = new LinkInbox(budget, HOST);
    inbox.submitted(SHARE);
    assertThat(other.frame(utf8("first"))).as("stops reading").isTrue();
    assertThat(budget.refused()).isOne();
    other.frame(utf8("second"));
    assertThat(other.nextFrame()).as("who has none may have one").isEqualTo(utf8("first"));
    other.submitted(1);
    other.handled();
    assertThat(other.hasFrames()).isFalse();
    assertThat(other.nextFrame()).isNull();

    other.judged(JUDGED, 1);
    assertThat(other.nextFrame()).as("without the first connection").isEqualTo(utf8("second"));
    other.handled();
    assertThat(other.mayReadAgain()).isTrue();
    inbox.judged(JUDGED, SHARE);
    assertThat(budget.usedBytes()).isZero();
  }

  @Test
  void anotherHostIsReadOn() {
    inbox.submitted(SHARE);
    LinkInbox other = new LinkInbox(budget, new Payer.Host("other.example"));
    other.submitted(1);
    assertThat(other.frame(utf8("first"))).isFalse();
    assertThat(other.nextFrame()).isEqualTo(utf8("first"));
  }

  @Test
  void whatAMessageMayBecomeIsTakenBeforeItIsParsed() {
    byte[] message = utf8("x".repeat(1_000));
    long parsedMax = 1_000L * LinkInbox.PARSED_TIMES_MAX;
    inbox.frame(message);
    assertThat(inbox.nextFrame()).isEqualTo(message);
    assertThat(budget.usedBy(HOST)).isEqualTo(parsedMax);
    inbox.submitted(parsedMax - 1_000);
    assertThat(budget.usedBy(HOST)).isEqualTo(parsedMax);
    inbox.handled();
    assertThat(budget.usedBy(HOST)).isEqualTo(parsedMax - 1_000);

    LinkInbox other = new LinkInbox(budget, HOST);
    other.submitted(1);
    inbox.submitted(UNJUDGED);
    inbox.submitted(SHARE - budget.usedBy(HOST) - parsedMax);
    assertThat(other.frame(message)).as("within the share").isFalse();
    assertThat(other.nextFrame()).as("it may become too much").isNull();
    inbox.judged(JUDGED, UNJUDGED);
    assertThat(other.nextFrame()).isEqualTo(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[\"\"]", "[\"\",\"\"]", "[\"a\"]", "[\"\u20ac\"]"})
  void noEventTakesMoreHeapThanIsTakenForItsJson(String tag) {
    String tags = String.join(",", Collections.nCopies(1_900, tag));
    String json =
        "[\"EVENT\",\"s\",{\"id\":\"%s\",\"pubkey\":\"%s\",\"sig\":\"%s\",\"tags\":[%s],"
                .formatted("ab".repeat(32), "cd".repeat(32), "ef".repeat(64), tags)
            + "\"content\":\"\",\"kind\":1,\"created_at\":1}]";
    MessageLimits limits = new MessageLimits(10, 1_000, 1_024, new TagLimits(2_000, 4_000, 48_000));
    assertThat(FromRelayParser.parse(utf8(json), limits))
        .isInstanceOfSatisfying(
            FromRelay.EventFor.class,
            message ->
                assertThat(HeapBytes.of(message.event()))
                    .isLessThanOrEqualTo((long) LinkInbox.PARSED_TIMES_MAX * utf8(json).length));
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
