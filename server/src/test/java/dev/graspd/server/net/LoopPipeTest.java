package dev.graspd.server.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LoopPipeTest {
  private static final int MAX = 100_000;

  private final Patient pipe = new Patient();

  /** Waits as long as it takes, and counts what it is told. */
  private static final class Patient extends LoopPipe {
    private final CountDownLatch waits = new CountDownLatch(1);
    private final Semaphore resumed = new Semaphore(0);
    private boolean hasMemory = true;
    private int memory;

    Patient() {
      super(MAX);
    }

    @Override
    protected boolean takeMemory(int bytes) {
      memory += bytes;
      return hasMemory;
    }

    @Override
    protected void giveBackMemory(int bytes) {
      memory -= bytes;
    }

    @Override
    protected long waitNanos() {
      waits.countDown();
      return Long.MAX_VALUE;
    }

    @Override
    protected void waited(long nanos) {}

    @Override
    protected void resume() {
      resumed.release();
    }

    @Override
    public void close() {
      boolean _ = discard();
    }
  }

  private static ByteBuf bytes(int count) {
    return Unpooled.wrappedBuffer(new byte[count]);
  }

  private CompletableFuture<byte[]> readElsewhere() {
    CompletableFuture<byte[]> read = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(() -> {
          try {
            read.complete(pipe.readAllBytes());
          } catch (IOException e) {
            read.completeExceptionally(e);
          }
        });
    return read;
  }

  @Test
  void bytesComeOutAsTheyWentInAndMemoryIsGivenBack() throws Exception {
    byte[] sent = new byte[1_000_000];
    Random random = new Random(7);
    random.nextBytes(sent);
    CompletableFuture<byte[]> read = readElsewhere();
    int at = 0;
    while (at < sent.length) {
      int count = Math.min(sent.length - at, random.nextInt(70_000));
      if (pipe.offer(Unpooled.wrappedBuffer(sent, at, count))) {
        pipe.resumed.acquire();
      }
      at += count;
    }
    pipe.end();

    assertThat(read.get()).isEqualTo(sent);
    assertThat(pipe.memory).isZero();
  }

  @Test
  void fullPipeSaysSoAndAsksForMoreWhenHalfEmpty() throws IOException {
    assertThat(pipe.offer(bytes(MAX - 1))).isFalse();
    assertThat(pipe.offer(bytes(1))).isTrue();
    assertThat(pipe.readNBytes(MAX / 2 - 1)).hasSize(MAX / 2 - 1);
    assertThat(pipe.resumed.availablePermits()).isZero();
    assertThat(pipe.offer(bytes(1))).as("still full").isTrue();

    assertThat(pipe.readNBytes(20_000)).hasSize(20_000);
    assertThat(pipe.resumed.availablePermits()).isEqualTo(1);
  }

  @Test
  void pipeWithoutMemoryGoesOnWhenAllIsRead() throws IOException {
    pipe.hasMemory = false;

    assertThat(pipe.offer(bytes(10))).isTrue();
    assertThat(pipe.readNBytes(9)).hasSize(9);
    assertThat(pipe.resumed.availablePermits()).isZero();
    assertThat(pipe.read()).isZero();
    assertThat(pipe.resumed.availablePermits()).isEqualTo(1);
  }

  @Test
  void littleByLittleTakesLittleMemory() {
    pipe.offer(bytes(10));
    pipe.offer(bytes(10));

    assertThat(pipe.memory).isEqualTo(4 << 10);
  }

  @Test
  void failureMayLeaveWhatCameBefore() throws IOException {
    pipe.offer(bytes(2));
    assertThat(pipe.fail(() -> new IOException("first"), false)).isTrue();
    assertThat(pipe.fail(() -> new IOException("second"), false)).isFalse();
    pipe.end();

    assertThat(pipe.offer(bytes(2))).isFalse();
    assertThat(pipe.readNBytes(2)).hasSize(2);
    assertThatThrownBy(pipe::read).hasMessage("first");
  }

  @Test
  void failureMayDropWhatCameBefore() {
    pipe.offer(bytes(2));
    assertThat(pipe.fail(() -> new IOException("gone"), true)).isTrue();

    assertThat(pipe.memory).isZero();
    assertThatThrownBy(pipe::read).hasMessage("gone");
  }

  @Test
  void endIsFinal() throws IOException {
    pipe.offer(bytes(2));
    pipe.end();
    assertThat(pipe.fail(() -> new IOException("too late"), true)).isFalse();

    assertThat(pipe.readAllBytes()).hasSize(2);
  }

  @Test
  void readerThatWaitsHearsOfFailureAndEnd() throws Exception {
    CompletableFuture<byte[]> read = readElsewhere();
    pipe.waits.await();
    assertThat(pipe.fail(() -> new IOException("gone"), true)).isTrue();

    assertThatThrownBy(read::get).cause().hasMessage("gone");
  }

  @Test
  void whatNobodyReadsIsThrownAway() {
    pipe.offer(bytes(MAX));
    assertThat(pipe.discard()).as("the loop waits").isTrue();

    assertThat(pipe.isClosed()).isTrue();
    assertThat(pipe.memory).isZero();
    assertThat(pipe.offer(bytes(MAX))).isFalse();
    assertThat(pipe.available()).isZero();
    assertThatThrownBy(pipe::read).isInstanceOf(IOException.class);
    assertThat(pipe.discard()).isFalse();
  }

  @Test
  void interruptedReaderStaysInterrupted() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(pipe::read).isInstanceOf(InterruptedIOException.class);
    assertThat(Thread.interrupted()).isTrue();
  }
}
