package dev.graspd.server.git.serve.pack;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.server.charge.UnitBudget;
import dev.graspd.server.git.GitMetrics;
import dev.graspd.server.git.serve.FakeExchange;
import dev.graspd.server.git.serve.request.ServeLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackSenderTest {
  private record Job(boolean mayKeepAlive, boolean isCut) implements PackSender.Computing {}

  @TempDir Path directory;

  private final FakeExchange exchange = new FakeExchange(2, new byte[0]);

  @Test
  void clientHearsSomethingInEverySilence() throws IOException, InterruptedException {
    assertThat(sentAfterSilences(3, new Job(true, false))).isEqualTo("0005\2".repeat(3));
  }

  @Test
  void nothingStandsBeforeThePack() throws IOException, InterruptedException {
    assertThat(sentAfterSilences(3, new Job(false, false))).isEmpty();
  }

  @Test
  void unfinishedPackIsNotEndedAsIfItWereWhole() {
    assertThatThrownBy(() -> sentAfterSilences(1, new Job(true, true)))
        .isInstanceOf(IOException.class);
  }

  @Test
  void lastBytesGoWithTheEnd() throws IOException, InterruptedException {
    try (Spool spool = spool()) {
      spool.sink().write("a small pack".getBytes(ISO_8859_1));
      spool.finish();
      sender(new Job(true, false), spool, ServeLimits.forCores(1), () -> 0).send("text/plain", 0);
    }
    assertThat(new String(exchange.body(), ISO_8859_1)).isEqualTo("a small pack");
    assertThat(exchange.flushes()).isZero();
  }

  @Test
  void bytesBeforeTheEndAreNotKeptBack() throws IOException, InterruptedException {
    try (Spool spool = spool()) {
      spool.sink().write(new byte[100_000]);
      AtomicLong looks = new AtomicLong();
      LongSupplier clock =
          () -> {
            if (looks.incrementAndGet() > 2) {
              spool.finish();
            }
            return 0;
          };
      sender(new Job(true, false), spool, ServeLimits.forCores(1), clock).send("text/plain", 0);
    }
    assertThat(exchange.body()).hasSize(100_000);
    assertThat(exchange.flushes()).isEqualTo(2);
  }

  private Spool spool() {
    return new Spool(directory, new UnitBudget(1 << 20), 1 << 20, Duration.ZERO, () -> 0);
  }

  private PackSender sender(
      PackSender.Computing job, Spool spool, ServeLimits limits, LongSupplier clock) {
    return new PackSender(job, spool, exchange, limits, GitMetrics.NONE, clock);
  }

  /** The sender reads the clock once before each wait for the spool, so the clock counts them. */
  private String sentAfterSilences(int silences, PackSender.Computing job)
      throws IOException, InterruptedException {
    ServeLimits usual = ServeLimits.forCores(1);
    ServeLimits impatient =
        usual.with(
            new ServeLimits.Times(
                Duration.ZERO,
                usual.times().heapWait(),
                usual.times().body(),
                usual.times().total(),
                Duration.ofNanos(1)));
    try (Spool spool = spool()) {
      AtomicLong looks = new AtomicLong();
      LongSupplier clock =
          () -> {
            if (looks.incrementAndGet() > silences) {
              spool.finish();
            }
            return 0;
          };
      sender(job, spool, impatient, clock).send("text/plain", 0);
    }
    return new String(exchange.body(), ISO_8859_1);
  }
}
