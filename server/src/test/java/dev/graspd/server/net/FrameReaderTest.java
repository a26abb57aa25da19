package dev.graspd.server.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.net.FrameReader.Peer;
import dev.graspd.server.net.FrameReader.Step;
import dev.graspd.testkit.PermessageDeflate;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FrameReaderTest {
  private static final int MAX = 100_000;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void anyFragmentsAndAnyPiecesGiveTheSameMessages(long seed) {
    RandomGenerator random = new SplittableRandom(seed);
    List<String> sent = new ArrayList<>();
    ByteArrayOutputStream wire = new ByteArrayOutputStream();
    for (int i = 0; i < 40; i++) {
      String text = randomText(random);
      sent.add(text);
      writeMessage(wire, text, random);
    }

    assertThat(readInPieces(wire.toByteArray(), random)).isEqualTo(sent);
  }

  @Test
  void memoryGrowsWithWhatArrivedAndNotWithTheClaim() {
    FrameReader reader = new FrameReader(Peer.CLIENT, 1 << 30, 64, false);

    Step step = reader.next(frame(0x81, 1 << 30, new byte[100]));

    assertThat(step).isEqualTo(new Step.NeedsMore());
    assertThat(reader.heldBytes()).isLessThanOrEqualTo(4096);
    assertThat(reader.isInsideMessage()).isTrue();
  }

  @Test
  void aClaimBeyondTheLimitIsRefusedAtTheHeader() {
    FrameReader reader = new FrameReader(Peer.CLIENT, MAX, 64, false);

    assertThat(reader.next(frame(0x81, MAX + 1L, new byte[0])))
        .isEqualTo(new Step.Violation(1009, "a message has at most 100000 bytes"));
  }

  /** A connection that is told to go may take long to answer; its message must not stay. */
  @Test
  void nothingIsKeptOfMessagesThatAreSkipped() {
    FrameReader reader = new FrameReader(Peer.CLIENT, MAX, 64, false);
    reader.next(frame(0x81, MAX, new byte[MAX / 2]));
    assertThat(reader.heldBytes()).isGreaterThanOrEqualTo(MAX / 2);

    reader.skipMessages();

    assertThat(reader.heldBytes()).isZero();
    assertThat(reader.next(Unpooled.wrappedBuffer(new byte[MAX - MAX / 2])))
        .isEqualTo(new Step.NeedsMore());
    assertThat(reader.next(frame(0x81, MAX, new byte[MAX]))).isEqualTo(new Step.NeedsMore());
    assertThat(reader.heldBytes()).isZero();
    assertThat(reader.next(frame(0x88, 0, new byte[0]))).isInstanceOf(Step.Close.class);
  }

  @Test
  void aNegativeLengthIsRefused() {
    FrameReader reader = new FrameReader(Peer.CLIENT, MAX, 64, false);

    assertThat(reader.next(frame(0x81, -1L, new byte[0]))).isInstanceOf(Step.Violation.class);
  }

  @Test
  void fragmentsTogetherMayNotExceedTheLimit() {
    FrameReader reader = new FrameReader(Peer.CLIENT, MAX, 64, false);

    reader.next(frame(0x01, MAX, new byte[MAX]));

    assertThat(reader.next(frame(0x80, 1, new byte[1])))
        .isEqualTo(new Step.Violation(1009, "a message has at most 100000 bytes"));
  }

  @Test
  void fragmentsAreCounted() {
    FrameReader reader = new FrameReader(Peer.CLIENT, MAX, 3, false);
    reader.next(frame(0x01, 0, new byte[0]));
    reader.next(frame(0x00, 0, new byte[0]));
    assertThat(reader.next(frame(0x00, 0, new byte[0]))).isEqualTo(new Step.NeedsMore());

    assertThat(reader.next(frame(0x00, 0, new byte[0])))
        .isEqualTo(new Step.Violation(1009, "a message has at most 3 fragments"));
  }

  @Test
  void inflatingStopsAtTheLimit() {
    FrameReader reader = new FrameReader(Peer.CLIENT, MAX, 64, true);
    byte[] fits = PermessageDeflate.deflate(new byte[MAX]);
    byte[] bomb = PermessageDeflate.deflate(new byte[MAX + 1]);

    assertThat(inflated(reader.next(frame(0xC1, fits.length, fits))))
        .isInstanceOfSatisfying(Step.Text.class, text -> assertThat(text.utf8()).hasSize(MAX));
    assertThat(inflated(reader.next(frame(0xC1, bomb.length, bomb))))
        .isEqualTo(new Step.Violation(1009, "a message has at most 100000 bytes"));
  }

  private static Step inflated(Step step) {
    return step instanceof Step.Compressed(var message) ? message.inflate() : step;
  }

  @Test
  void onlyWhatStaysSmallIsInflatedWhereItIsRead() {
    FrameReader reader = new FrameReader(Peer.CLIENT, MAX, 64, true);
    byte[] small = PermessageDeflate.deflate(new byte[FrameReader.IN_PLACE_BYTES_MAX]);
    byte[] large = PermessageDeflate.deflate(new byte[FrameReader.IN_PLACE_BYTES_MAX + 1]);
    byte[] noise = new byte[2 * FrameReader.IN_PLACE_BYTES_MAX];
    new SplittableRandom(1).nextBytes(noise);
    byte[] incompressible = PermessageDeflate.deflate(noise);

    assertThat(reader.next(frame(0xC1, small.length, small))).isInstanceOf(Step.Text.class);
    assertThat(reader.next(frame(0xC1, large.length, large))).isInstanceOf(Step.Compressed.class);
    assertThat(reader.next(frame(0xC1, incompressible.length, incompressible)))
        .isInstanceOf(Step.Compressed.class);
  }

  @Test
  void aLimitBelowWhatIsInflatedInPlaceHoldsThere() {
    FrameReader reader = new FrameReader(Peer.CLIENT, 1_000, 64, true);
    byte[] bomb = PermessageDeflate.deflate(new byte[50_000]);

    assertThat(reader.next(frame(0xC1, bomb.length, bomb)))
        .isEqualTo(new Step.Violation(1009, "a message has at most 1000 bytes"));
  }

  @Test
  void whatCannotBeInflatedIsRefused() {
    FrameReader reader = new FrameReader(Peer.CLIENT, MAX, 64, true);

    assertThat(reader.next(frame(0xC1, 3, new byte[] {7, 7, 7})))
        .isEqualTo(new Step.Violation(1007, "the message cannot be decompressed"));
  }

  @Test
  void emptyMessagesAndCloseFramesAreRead() {
    FrameReader reader = new FrameReader(Peer.CLIENT, MAX, 64, false);

    assertThat(reader.next(frame(0x81, 0, new byte[0])))
        .isInstanceOfSatisfying(Step.Text.class, text -> assertThat(text.utf8()).isEmpty());
    assertThat(reader.next(frame(0x82, 2, new byte[2]))).isEqualTo(new Step.Binary());
    assertThat(reader.next(frame(0x88, 0, new byte[0]))).isEqualTo(new Step.Close(1005, ""));
    assertThat(reader.next(frame(0x88, 5, new byte[] {3, (byte) 0xE9, 'b', 'y', 'e'})))
        .isEqualTo(new Step.Close(1001, "bye"));
  }

  @Test
  void framesOfServersAreReadAsTheyAre() {
    FrameReader reader = new FrameReader(Peer.SERVER, MAX, 64, false);
    byte[] wire = {(byte) 0x01, 2, 'h', 'e', (byte) 0x89, 1, 7, (byte) 0x80, 3, 'l', 'l', 'o'};
    ByteBuf in = Unpooled.wrappedBuffer(wire);

    assertThat(reader.next(in))
        .isInstanceOfSatisfying(Step.Ping.class, ping -> assertThat(ping.payload()).hasSize(1));
    assertThat(reader.next(in))
        .isInstanceOfSatisfying(
            Step.Text.class, text -> assertThat(text.utf8()).asString().isEqualTo("hello"));
  }

  @Test
  void onlyTheRightSideMasks() {
    ByteBuf plain = Unpooled.wrappedBuffer(new byte[] {(byte) 0x81, 1, 'a'});

    assertThat(new FrameReader(Peer.CLIENT, MAX, 64, false).next(plain))
        .isEqualTo(new Step.Violation(1002, "frames of clients are masked"));
    assertThat(new FrameReader(Peer.SERVER, MAX, 64, false).next(frame(0x81, 1, new byte[] {'a'})))
        .isEqualTo(new Step.Violation(1002, "frames of servers are not masked"));
  }

  private static List<String> readInPieces(byte[] wire, RandomGenerator random) {
    FrameReader reader = new FrameReader(Peer.CLIENT, MAX, 64, true);
    List<String> received = new ArrayList<>();
    int at = 0;
    while (at < wire.length) {
      int count = Math.min(wire.length - at, 1 + random.nextInt(2_000));
      ByteBuf piece = Unpooled.wrappedBuffer(wire, at, count);
      at += count;
      while (piece.isReadable()) {
        if (inflated(reader.next(piece)) instanceof Step.Text(byte[] utf8)) {
          received.add(new String(utf8, StandardCharsets.UTF_8));
        }
      }
    }
    return received;
  }

  private static String randomText(RandomGenerator random) {
    int length = random.nextInt(4) == 0 ? random.nextInt(20_000) : random.nextInt(200);
    return Integer.toString(random.nextInt()).repeat(length / 10);
  }

  private static void writeMessage(
      ByteArrayOutputStream wire, String text, RandomGenerator random) {
    boolean deflate = random.nextBoolean();
    byte[] payload = text.getBytes(StandardCharsets.UTF_8);
    payload = deflate ? PermessageDeflate.deflate(payload) : payload;
    int at = 0;
    boolean first = true;
    boolean last;
    do {
      int count = random.nextInt(3) == 0 ? payload.length - at : random.nextInt(payload.length + 1);
      count = Math.min(count, payload.length - at);
      last = at + count == payload.length && random.nextBoolean();
      int opcode = first ? (deflate ? 0x41 : 1) : 0;
      byte[] part = Arrays.copyOfRange(payload, at, at + count);
      wire.writeBytes(masked((last ? 0x80 : 0) | opcode, part, random.nextInt()));
      if (random.nextInt(4) == 0) {
        wire.writeBytes(masked(0x89, new byte[random.nextInt(100)], random.nextInt()));
      }
      at += count;
      first = false;
    } while (!last);
  }

  private static byte[] masked(int firstByte, byte[] payload, int mask) {
    byte[] hidden = payload.clone();
    for (int i = 0; i < hidden.length; i++) {
      hidden[i] ^= (byte) (mask >>> (24 - 8 * (i % 4)));
    }
    ByteBuf frame = frame(firstByte, payload.length, hidden, mask);
    byte[] bytes = new byte[frame.readableBytes()];
    frame.readBytes(bytes);
    return bytes;
  }

  private static ByteBuf frame(int firstByte, long length, byte[] payload) {
    return frame(firstByte, length, payload, 0);
  }

  private static ByteBuf frame(int firstByte, long length, byte[] payload, int mask) {
    ByteBuffer frame = ByteBuffer.allocate(14 + payload.length).put((byte) firstByte);
    if (length >= 0 && length < 126) {
      frame.put((byte) (0x80 | length));
    } else if (length >= 0 && length < 1 << 16) {
      frame.put((byte) 0xFE).putShort((short) length);
    } else {
      frame.put((byte) 0xFF).putLong(length);
    }
    return Unpooled.wrappedBuffer(frame.putInt(mask).put(payload).flip());
  }
}
