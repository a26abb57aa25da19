package dev.graspd.server.web.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.git.Exchange;
import dev.graspd.testkit.Eventually;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class BodyPipeTest {
  private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

  private static final Payer PAYER = Payer.of(InetAddress.ofLiteral("192.0.2.1"));

  private final Asked asked = new Asked();
  private final ByteBudget budget = new ByteBudget("git_requests", 64 << 20);
  private final BodyPipe pipe = new BodyPipe(100_000, MINUTE, budget.force(PAYER, 0), asked);

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
    BodyPipe impatient = new BodyPipe(100, 1, budget.force(PAYER, 0), asked);

    assertThatThrownBy(impatient::read).isInstanceOf(IOException.class);
    assertThat(asked.stalled).hasValue(1);
  }

  @Test
  void aBodyThatTakesTooLongFailsHoweverMuchComes() throws IOException {
    pipe.offer(bytes(10));
    assertThat(pipe.read()).isZero();
    pipe.readWithin(Duration.ZERO);

    assertThatThrownBy(pipe::read)
        .isInstanceOf(Exchange.BodyTooSlowException.class)
        .hasMessage("the body took too long");
    assertThat(asked.tooSlow).hasValue(1);
    assertThat(pipe.offer(bytes(10))).isFalse();
    assertThat(budget.usedBytes()).isZero();
  }

  @Test
  void aBodyThatIsAllHereIsNeverTooSlow() throws IOException {
    pipe.offer(bytes(10));
    pipe.end();
    pipe.readWithin(Duration.ZERO);
    pipe.stop("others wait");

    assertThat(pipe.readAllBytes()).hasSize(10);
  }

  @Test
  void aReaderThatWaitsIsStopped() throws Exception {
    CompletableFuture<byte[]> read = new CompletableFuture<>();
    Thread reader = Thread.ofPlatform().start(() -> complete(read));
    assertThat(Eventually.holds(() -> asked.begun.get() == 1)).isTrue();
    pipe.stop("others wait");
    reader.join();

    assertThat(read).completesExceptionallyWithin(Duration.ofMinutes(1));
    assertThat(read.exceptionNow()).hasMessage("others wait");
  }

  @Test
  void whatIsHereIsCharged() throws IOException {
    pipe.offer(bytes(10));
    assertThat(budget.usedBy(PAYER)).isEqualTo(4 << 10);
    pipe.offer(bytes(20_000));
    assertThat(budget.usedBy(PAYER)).isEqualTo((4 << 10) + (64 << 10));
    assertThat(pipe.readNBytes(20_010)).hasSize(20_010);
    assertThat(budget.usedBytes()).isZero();
  }

  @Test
  void aPipeWithoutMemoryTakesItsBodyStepByStep() throws IOException {
    budget.force(PAYER, 8 << 20);

    assertThat(pipe.offer(bytes(10))).isTrue();
    assertThat(pipe.readNBytes(9)).hasSize(9);
    assertThat(asked.resumed).hasValue(0);
    assertThat(pipe.read()).isZero();
    assertThat(asked.resumed).hasValue(1);
    assertThat(budget.refused()).as("nothing was refused").isZero();
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
    private final AtomicInteger tooSlow = new AtomicInteger();

    @Override
    public void tooSlow() {
      tooSlow.incrementAndGet();
    }

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
