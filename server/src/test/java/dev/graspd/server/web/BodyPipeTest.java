package dev.graspd.server.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.testkit.Eventually;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class BodyPipeTest {
  private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

  private final Asked asked = new Asked();
  private final BodyPipe pipe = new BodyPipe(100_000, MINUTE, asked);

  @Test
  void bytesComeOutAsTheyWentIn() throws Exception {
    byte[] body = new byte[3_000_000];
    new Random(7).nextBytes(body);
    CompletableFuture<byte[]> read = new CompletableFuture<>();
    Thread reader = Thread.ofPlatform().start(() -> complete(read));
    int sent = 0;
    Random sizes = new Random(8);
    while (sent < body.length) {
      int count = Math.min(body.length - sent, sizes.nextInt(70_000));
      if (pipe.offer(Unpooled.wrappedBuffer(body, sent, count))) {
        int resumed = asked.resumed.get();
        assertThat(Eventually.holds(() -> asked.resumed.get() > resumed || pipe.available() == 0))
            .isTrue();
      }
      sent += count;
    }
    pipe.end();
    reader.join();

    assertThat(read.get()).isEqualTo(body);
    assertThat(asked.begun).hasValue(1);
  }

  private void complete(CompletableFuture<byte[]> read) {
    try {
      read.complete(pipe.readAllBytes());
    } catch (IOException e) {
      read.completeExceptionally(e);
    }
  }

  @Test
  void aFullPipeSaysSoAndAsksForMoreWhenHalfEmpty() throws IOException {
    assertThat(pipe.offer(bytes(99_999))).isFalse();
    assertThat(pipe.offer(bytes(1))).isTrue();
    assertThat(pipe.readNBytes(40_000)).hasSize(40_000);
    assertThat(asked.resumed).hasValue(0);
    assertThat(pipe.readNBytes(20_000)).hasSize(20_000);
    assertThat(asked.resumed).hasValue(1);
  }

  @Test
  void whatComesAfterThePipeWasFullDoesNotStopItForEver() throws IOException {
    assertThat(pipe.offer(bytes(100_000))).isTrue();
    assertThat(pipe.readNBytes(20_000)).hasSize(20_000);
    assertThat(pipe.offer(bytes(1))).isTrue();
    assertThat(pipe.readNBytes(80_001)).hasSize(80_001);

    assertThat(asked.resumed).hasValue(1);
  }

  @Test
  void aClientThatIsGoneFailsTheReader() {
    pipe.offer(bytes(10));
    pipe.fail("the client is gone");

    assertThatThrownBy(pipe::read).isInstanceOf(IOException.class).hasMessage("the client is gone");
  }

  @Test
  void aBodyThatIsCompleteCanBeReadWhenTheClientIsGone() throws IOException {
    pipe.offer(bytes(10));
    pipe.end();
    pipe.fail("the client is gone");

    assertThat(pipe.readAllBytes()).hasSize(10);
  }

  @Test
  void silenceFailsTheReaderAndIsTold() {
    BodyPipe impatient = new BodyPipe(100, 1, asked);

    assertThatThrownBy(impatient::read).isInstanceOf(IOException.class);
    assertThat(asked.stalled).hasValue(1);
  }

  @Test
  void whatNobodyReadsIsThrownAway() {
    pipe.offer(bytes(100_000));
    pipe.close();

    assertThat(asked.resumed).hasValue(1);
    assertThat(pipe.offer(bytes(200_000))).isFalse();
    assertThat(pipe.available()).isZero();
  }

  @Test
  void aConnectionThatDoesNotWaitIsNotWoken() {
    pipe.offer(bytes(10));
    pipe.close();

    assertThat(asked.resumed).hasValue(0);
  }

  private static ByteBuf bytes(int count) {
    return Unpooled.wrappedBuffer(new byte[count]);
  }

  private static final class Asked implements BodyPipe.Source {
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger resumed = new AtomicInteger();
    private final AtomicInteger stalled = new AtomicInteger();

    @Override
    public void begin() {
      begun.incrementAndGet();
    }

    @Override
    public void resume() {
      resumed.incrementAndGet();
    }

    @Override
    public void stalled() {
      stalled.incrementAndGet();
    }
  }
}
