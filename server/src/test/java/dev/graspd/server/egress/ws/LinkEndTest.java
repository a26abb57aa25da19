package dev.graspd.server.egress.ws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.egress.dial.EgressTimes;
import dev.graspd.testkit.ScriptedServer.Conversation;
import dev.graspd.testkit.ScriptedServer.Frame;
import dev.graspd.testkit.ScriptedServer.Script;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How links stay open, and how they end. */
@Timeout(120)
final class LinkEndTest {
  @Test
  void whoBreaksARuleIsToldWhich() throws Exception {
    CompletableFuture<Frame> answer = new CompletableFuture<>();
    Script script =
        talk -> {
          talk.upgrade();
          talk.sendFrame(0x82, new byte[] {1});
          answer.complete(talk.readFrame());
          talk.drain();
        };
    try (Meeting _ = new Meeting(script)) {
      Frame close = answer.get(60, TimeUnit.SECONDS);
      assertThat(close.opcode()).isEqualTo(8);
      assertThat(close.closeCode()).isEqualTo(1003);
    }
  }

  /** It writes for a while after the violation, and reads only then. */
  @Test
  void whoIsStillWritingIsToldWhichRuleItBroke() throws Exception {
    CompletableFuture<Frame> answer = new CompletableFuture<>();
    Script script =
        talk -> {
          talk.upgrade();
          try {
            talk.send(Conversation.header(0x81, 2_000_000));
            for (int i = 0; i < 10_000; i++) {
              talk.send("piece after piece");
            }
            answer.complete(talk.readFrame());
          } catch (IOException e) {
            answer.completeExceptionally(e);
          }
        };
    try (Meeting meeting = new Meeting(script)) {
      assertThat(answer.get(60, TimeUnit.SECONDS).closeCode()).isEqualTo(1009);
      assertThat(meeting.heard.end()).isInstanceOf(LinkEnd.Violation.class);
    }
  }

  @Test
  void cutInTheMiddleOfAFrameEndsTheLink() {
    Script script =
        talk -> {
          talk.upgrade();
          talk.send(Conversation.header(0x81, 100));
          talk.send("half");
        };
    try (Meeting meeting = new Meeting(script)) {
      assertThat(meeting.heard.end()).isInstanceOf(LinkEnd.Broken.class);
      assertThat(meeting.heard.texts).isEmpty();
      assertThat(meeting.link.send("too late")).isFalse();
    }
  }

  @Test
  void pingsAreAnswered() throws Exception {
    CompletableFuture<Frame> answer = new CompletableFuture<>();
    Script script =
        talk -> {
          talk.upgrade();
          talk.sendFrame(0x89, new byte[] {1, 2, 3});
          answer.complete(talk.readFrame());
          talk.drain();
        };
    try (Meeting _ = new Meeting(script)) {
      Frame pong = answer.get(60, TimeUnit.SECONDS);
      assertThat(pong.opcode()).isEqualTo(10);
      assertThat(pong.payload()).containsExactly(1, 2, 3);
    }
  }

  @Test
  void ourPingsAreAnswered() throws InterruptedException {
    Script script =
        talk -> {
          talk.upgrade();
          Frame ping = talk.readFrame();
          talk.sendFrame(0x80 | (ping.opcode() + 1), ping.payload());
          talk.drain();
        };
    try (Meeting meeting = new Meeting(script)) {
      meeting.link.ping();

      assertThat(Heard.comes(meeting.heard.pongs)).isTrue();
    }
  }

  @Test
  void floodOfPingsIsRefused() {
    assertThat(
            Meeting.endOf(talk -> {
              while (true) {
                talk.sendFrame(0x89, new byte[125]);
              }
            }))
        .isEqualTo(new LinkEnd.Violation(1008, "more than 600 pings a minute"));
  }

  @Test
  void peerMaySayGoodbye() throws Exception {
    CompletableFuture<Frame> answer = new CompletableFuture<>();
    Script script =
        talk -> {
          talk.upgrade();
          talk.sendClose(1001, "restarting");
          answer.complete(talk.readFrame());
          talk.drain();
        };
    try (Meeting meeting = new Meeting(script)) {
      assertThat(meeting.heard.end()).isEqualTo(new LinkEnd.ByPeer(1001, "restarting"));
      assertThat(answer.get(60, TimeUnit.SECONDS).closeCode()).isEqualTo(1001);
    }
  }

  @Test
  void codesThatOnlyDescribeAnEndAreNotSent() throws Exception {
    CompletableFuture<Frame> answer = new CompletableFuture<>();
    Script script =
        talk -> {
          talk.upgrade();
          talk.sendClose(1006, "");
          answer.complete(talk.readFrame());
          talk.drain();
        };
    try (Meeting _ = new Meeting(script)) {
      assertThat(answer.get(60, TimeUnit.SECONDS).closeCode()).isEqualTo(1000);
    }
  }

  @Test
  void weMaySayGoodbyeAfterWhatWasSentBefore() throws Exception {
    CompletableFuture<String> last = new CompletableFuture<>();
    Script script =
        talk -> {
          talk.upgrade();
          String text = talk.readFrame().text();
          Frame close = talk.readFrame();
          last.complete(text + " " + close.closeCode());
          talk.sendClose(close.closeCode(), "");
          talk.drain();
        };
    try (Meeting meeting = new Meeting(script)) {
      meeting.link.send("CLOSE");
      meeting.link.close(1001, "shutting down");

      assertThat(last.get(60, TimeUnit.SECONDS)).isEqualTo("CLOSE 1001");
      assertThat(meeting.heard.end()).isEqualTo(new LinkEnd.ByUs(1001, "shutting down"));
    }
  }

  @Test
  void peerThatDoesNotSayGoodbyeIsCut() {
    EgressTimes times =
        new EgressTimes(
            Duration.ofSeconds(30),
            Duration.ofSeconds(30),
            Duration.ofMillis(100),
            Duration.ofSeconds(30));
    Script script =
        talk -> {
          talk.upgrade();
          talk.drain();
        };
    try (Meeting meeting = new Meeting(script, times)) {
      meeting.link.close(1000, "");

      assertThat(meeting.heard.end()).isEqualTo(new LinkEnd.ByUs(1000, ""));
    }
  }

  @Test
  void afterOurGoodbyeNothingIsHeard() throws InterruptedException {
    Script script =
        talk -> {
          talk.upgrade();
          talk.sendText("before");
          talk.readFrame();
          for (int i = 0; i < 1_000; i++) {
            talk.sendText("after");
          }
          talk.sendClose(1000, "");
          talk.drain();
        };
    try (Meeting meeting = new Meeting(script)) {
      assertThat(meeting.heard.nextText()).isEqualTo("before");
      meeting.link.close(1000, "");

      assertThat(meeting.heard.end()).isEqualTo(new LinkEnd.ByUs(1000, ""));
      assertThat(meeting.heard.texts).isEmpty();
      assertThat(meeting.link.send("x")).isFalse();
    }
  }
}
