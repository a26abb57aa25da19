package dev.graspd.server.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.server.net.FrameReader.Step;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FramePumpTest {
  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final Handling handling = new Handling();
  private final FramePump pump =
      new FramePump(
          new FrameReader(FrameReader.Peer.SERVER, 1 << 20, 10, false), () -> channel, handling);

  /** Notes texts; takes frames while it is told to. */
  private static final class Handling implements FramePump.Connection {
    private final List<String> texts = new ArrayList<>();
    private boolean takes = true;
    private int turns;
    private Runnable inTurn = () -> {};

    @Override
    public boolean takesFrames() {
      return takes;
    }

    @Override
    public int handle(Step step) {
      if (step instanceof Step.Text(var utf8)) {
        texts.add(new String(utf8, StandardCharsets.UTF_8));
        inTurn.run();
        return utf8.length;
      }
      return 0;
    }

    @Override
    public void turnEnded() {
      turns++;
    }
  }

  private static ByteBuf frames(int count) {
    ByteBuf bytes = Unpooled.buffer();
    for (int i = 0; i < count; i++) {
      bytes.writeByte(0x81).writeByte(1).writeByte('a');
    }
    return bytes;
  }

  @Test
  void framesAreHandledAndTheirBytesReleased() {
    ByteBuf bytes = frames(3);
    pump.add(bytes);
    assertThat(handling.texts).isEmpty();

    pump.pump();

    assertThat(handling.texts).containsExactly("a", "a", "a");
    assertThat(handling.turns).isEqualTo(1);
    assertThat(pump.isEmpty()).isTrue();
    assertThat(bytes.refCnt()).isZero();
  }

  @Test
  void oneTurnHandlesSoManyMessagesAndTheNextTurnTheRest() {
    pump.add(frames(FramePump.TURN_MESSAGES_MAX + 1));
    pump.pump();

    assertThat(handling.texts).hasSize(FramePump.TURN_MESSAGES_MAX);
    channel.runPendingTasks();
    assertThat(handling.texts).hasSize(FramePump.TURN_MESSAGES_MAX + 1);
    assertThat(handling.turns).isEqualTo(2);
  }

  @Test
  void oneTurnHandlesSoManyBytes() {
    byte[] text = new byte[FramePump.TURN_BYTES_MAX];
    for (int i = 0; i < 2; i++) {
      pump.add(
          Unpooled.buffer().writeByte(0x81).writeByte(127).writeLong(text.length).writeBytes(text));
    }
    pump.pump();

    assertThat(handling.texts).hasSize(1);
    channel.runPendingTasks();
    assertThat(handling.texts).hasSize(2);
  }

  @Test
  void nothingIsHandledWhileTheConnectionTakesNothing() {
    handling.inTurn = () -> handling.takes = false;
    pump.add(frames(2));
    pump.pump();
    channel.runPendingTasks();
    assertThat(handling.texts).hasSize(1);
    assertThat(pump.isEmpty()).isFalse();

    handling.takes = true;
    handling.inTurn = () -> {};
    pump.pumpLater();
    pump.pumpLater();
    assertThat(handling.texts).hasSize(1);
    channel.runPendingTasks();

    assertThat(handling.texts).hasSize(2);
    assertThat(handling.turns).isEqualTo(2);
  }

  @Test
  void turnDoesNotBeginWithinATurn() {
    handling.inTurn = pump::pump;
    pump.add(frames(2));
    pump.pump();

    assertThat(handling.texts).hasSize(2);
    assertThat(handling.turns).isEqualTo(1);
  }

  @Test
  void whatIsDroppedIsReleased() {
    ByteBuf bytes = frames(2);
    pump.add(bytes);
    pump.drop();
    pump.pump();

    assertThat(handling.texts).isEmpty();
    assertThat(bytes.refCnt()).isZero();
  }

  @Test
  void failureReachesThePipelineAndTheNextTurnGoesOn() {
    handling.inTurn =
        () -> {
          handling.inTurn = () -> {};
          throw new IllegalStateException("a listener that fails");
        };
    pump.add(frames(2));
    pump.pump();

    assertThatThrownBy(channel::checkException).isInstanceOf(IllegalStateException.class);
    pump.pump();
    assertThat(handling.texts).hasSize(2);
  }
}
