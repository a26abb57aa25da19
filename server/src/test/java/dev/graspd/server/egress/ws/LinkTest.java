package dev.graspd.server.egress.ws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.egress.TestEgress;
import dev.graspd.testkit.PermessageDeflate;
import dev.graspd.testkit.ScriptedServer;
import dev.graspd.testkit.ScriptedServer.Conversation;
import dev.graspd.testkit.ScriptedServer.Script;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
final class LinkTest {
  private static final int MESSAGE_BYTES_MAX = 1_310_720;
  private static final String DEFLATE =
      "Sec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover";

  @Test
  void largestMessageIsHeard() throws InterruptedException {
    Script script =
        talk -> {
          talk.upgrade();
          talk.sendFrame(0x81, new byte[MESSAGE_BYTES_MAX]);
          talk.drain();
        };
    try (Meeting meeting = new Meeting(script)) {
      assertThat(meeting.heard.nextText()).hasSize(MESSAGE_BYTES_MAX);
    }
  }

  @Test
  void largerMessageIsRefusedAtItsHeader() {
    assertThat(Meeting.endOf(talk -> talk.send(Conversation.header(0x81, MESSAGE_BYTES_MAX + 1))))
        .isEqualTo(
            new LinkEnd.Violation(1009, "a message has at most " + MESSAGE_BYTES_MAX + " bytes"));
  }

  @Test
  void largerMessageInPiecesIsRefused() {
    assertThat(
            Meeting.endOf(talk -> {
              talk.sendFrame(0x01, new byte[MESSAGE_BYTES_MAX]);
              talk.sendFrame(0x80, new byte[1]);
            }))
        .isEqualTo(
            new LinkEnd.Violation(1009, "a message has at most " + MESSAGE_BYTES_MAX + " bytes"));
  }

  /** Some servers write through a buffer of 4 KiB. */
  @Test
  void messageInManyPiecesIsHeard() throws InterruptedException {
    Script script =
        talk -> {
          talk.upgrade();
          talk.sendFrame(0x01, new byte[4_096]);
          for (int i = 0; i < 318; i++) {
            talk.sendFrame(0x00, new byte[4_096]);
          }
          talk.sendFrame(0x80, new byte[4_096]);
          talk.drain();
        };
    try (Meeting meeting = new Meeting(script)) {
      assertThat(meeting.heard.nextText()).hasSize(MESSAGE_BYTES_MAX);
    }
  }

  @Test
  void endlessEmptyPiecesAreRefused() {
    assertThat(
            Meeting.endOf(talk -> {
              talk.sendFrame(0x01, new byte[0]);
              while (true) {
                talk.sendFrame(0x00, new byte[0]);
              }
            }))
        .isEqualTo(new LinkEnd.Violation(1009, "a message has at most 4096 fragments"));
  }

  @Test
  void compressedMessagesAreHeardAndBombsAreNot() throws InterruptedException {
    byte[] bomb = PermessageDeflate.deflate(new byte[64 << 20]);
    Script script =
        talk -> {
          talk.upgrade(DEFLATE);
          talk.sendFrame(0xC1, PermessageDeflate.deflate("small".getBytes(StandardCharsets.UTF_8)));
          talk.sendFrame(0xC1, bomb);
          talk.drain();
        };
    try (Meeting meeting = new Meeting(script)) {
      assertThat(meeting.heard.nextText()).isEqualTo("small");
      assertThat(meeting.heard.end())
          .isEqualTo(
              new LinkEnd.Violation(1009, "a message has at most " + MESSAGE_BYTES_MAX + " bytes"));
    }
  }

  @Test
  void largeMessagesKeepTheirPlaceAmongOthers() throws InterruptedException {
    byte[] large = "large".repeat(10_000).getBytes(StandardCharsets.UTF_8);
    Script script =
        talk -> {
          talk.upgrade(DEFLATE);
          for (int i = 0; i < 3; i++) {
            talk.sendFrame(0xC1, PermessageDeflate.deflate(large));
            talk.sendFrame(0x81, "small".getBytes(StandardCharsets.UTF_8));
            talk.sendFrame(0x81, large);
          }
          talk.drain();
        };
    try (Meeting meeting = new Meeting(script)) {
      for (int i = 0; i < 3; i++) {
        assertThat(meeting.heard.nextText()).hasSize(50_000);
        assertThat(meeting.heard.nextText()).isEqualTo("small");
        assertThat(meeting.heard.nextText()).hasSize(50_000);
      }
    }
  }

  @Test
  void largeTextThatIsNotUtf8IsRefused() {
    byte[] broken = new byte[50_000];
    broken[40_000] = (byte) 0xC3;
    assertThat(Meeting.endOf(talk -> talk.sendFrame(0x81, broken)))
        .isEqualTo(new LinkEnd.Violation(1007, "the text is not UTF-8"));
  }

  @Test
  void compressionThatWasNotAgreedOnIsRefused() {
    assertThat(Meeting.endOf(talk -> talk.sendFrame(0xC1, new byte[3])))
        .isEqualTo(new LinkEnd.Violation(1002, "extension bits that were not agreed on"));
  }

  @Test
  void maskedFramesOfServersAreRefused() {
    assertThat(
            Meeting.endOf(talk -> talk.send(new byte[] {(byte) 0x81, (byte) 0x81, 1, 2, 3, 4, 5})))
        .isEqualTo(new LinkEnd.Violation(1002, "frames of servers are not masked"));
  }

  @Test
  void textThatIsNotUtf8IsRefused() {
    assertThat(Meeting.endOf(talk -> talk.sendFrame(0x81, new byte[] {'a', (byte) 0xC3, '('})))
        .isEqualTo(new LinkEnd.Violation(1007, "the text is not UTF-8"));
  }

  @Test
  void replacementCharacterItselfIsFine() throws InterruptedException {
    Script script =
        talk -> {
          talk.upgrade();
          talk.sendText("a\uFFFDb");
          talk.drain();
        };
    try (Meeting meeting = new Meeting(script)) {
      assertThat(meeting.heard.nextText()).isEqualTo("a\uFFFDb");
    }
  }

  @Test
  void binaryMessagesAreRefused() {
    assertThat(Meeting.endOf(talk -> talk.sendFrame(0x82, new byte[] {1})))
        .isEqualTo(new LinkEnd.Violation(1003, "only text is spoken here"));
  }

  /** The listener takes one message at a time; each next one has to be asked for. */
  @Test
  void pausedReadingHearsNothing() throws InterruptedException {
    int messages = 500;
    Script script =
        talk -> {
          talk.upgrade();
          for (int i = 0; i < messages; i++) {
            talk.sendText(Integer.toString(i));
          }
          talk.drain();
        };
    AtomicInteger taken = new AtomicInteger();
    AtomicInteger allowed = new AtomicInteger(1);
    AtomicBoolean tooMany = new AtomicBoolean();
    CountDownLatch[] steps = new CountDownLatch[messages];
    for (int i = 0; i < messages; i++) {
      steps[i] = new CountDownLatch(1);
    }
    try (ScriptedServer server = ScriptedServer.start(script);
        TestEgress egress = TestEgress.toAnywhere()) {
      DialResult result =
          egress.dial(
              Meeting.at(server),
              link ->
                  new Listening(text -> {
                    if (!text.equals(Integer.toString(taken.get()))
                        || taken.get() >= allowed.get()) {
                      tooMany.set(true);
                    }
                    link.setReading(false);
                    steps[taken.getAndIncrement()].countDown();
                  }));
      WebSocketLink link = ((DialResult.Opened) result).link();
      for (int i = 0; i < messages; i++) {
        assertThat(steps[i].await(60, TimeUnit.SECONDS)).as("message " + i).isTrue();
        allowed.incrementAndGet();
        link.setReading(true);
      }
    }
    assertThat(tooMany).isFalse();
  }

  @Test
  void pausedReadingSlowsThePeerDown() throws Exception {
    int messages = 1_000;
    CountDownLatch asked = new CountDownLatch(1);
    AtomicBoolean allWritten = new AtomicBoolean();
    Script script =
        talk -> {
          talk.upgrade();
          Thread.ofVirtual()
              .start(() -> {
                try {
                  talk.readFrame();
                  asked.countDown();
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
          for (int i = 0; i < messages; i++) {
            talk.sendFrame(0x81, new byte[100_000]);
          }
          allWritten.set(true);
          talk.readFrame();
        };
    try (ScriptedServer server = ScriptedServer.start(script);
        TestEgress egress = TestEgress.toAnywhere()) {
      Heard heard = new Heard();
      WebSocketLink link =
          ((DialResult.Opened)
                  egress.dial(
                      Meeting.at(server),
                      opened -> {
                        opened.setReading(false);
                        return heard;
                      }))
              .link();

      assertThat(link.send("are you there?")).isTrue();
      assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
      assertThat(heard.texts).isEmpty();
      assertThat(allWritten).isFalse();

      link.setReading(true);
      for (int i = 0; i < messages; i++) {
        assertThat(heard.nextText()).hasSize(100_000);
      }
    }
  }

  @Test
  void queueOfAPeerThatDoesNotReadIsBounded() throws InterruptedException {
    CountDownLatch mayRead = new CountDownLatch(1);
    Script script =
        talk -> {
          talk.upgrade();
          try {
            mayRead.await();
          } catch (InterruptedException e) {
            throw new IOException(e);
          }
          while (true) {
            talk.readFrame();
          }
        };
    try (Meeting meeting = new Meeting(script)) {
      String text = "x".repeat(100_000);
      int sent = 0;
      while (sent < 1_000 && meeting.link.send(text)) {
        sent++;
      }
      // Another one might be taken: the kernel may make room while we look.
      assertThat(sent).as("sent before a refusal").isBetween(40, 999);

      mayRead.countDown();
      assertThat(Heard.comes(meeting.heard.writable)).isTrue();
      assertThat(meeting.link.send(text)).isTrue();
    }
  }

  private record Listening(Consumer<String> texts) implements WebSocketLink.Listener {
    @Override
    public void onText(byte[] utf8) {
      texts.accept(new String(utf8, StandardCharsets.UTF_8));
    }

    @Override
    public void onPong() {}

    @Override
    public void onWritable() {}

    @Override
    public void onClosed(LinkEnd end) {}
  }
}
