package dev.graspd.server.git.serve;

import dev.graspd.server.git.Exchange;
import dev.graspd.server.git.GitMetrics;
import dev.graspd.server.git.wire.PktWriter;
import dev.graspd.server.git.wire.SideBand;
import java.io.IOException;
import java.io.OutputStream;
import java.util.function.LongSupplier;

/** Sends an answer to its client while it is computed. Runs on the exchange's own thread. */
final class PackSender {
  /** The computing of the answer, as far as its sender must know. */
  interface Computing {
    /** Returns whether an empty line may stand between what is written from now on. */
    boolean mayKeepAlive();

    /** Returns whether the answer ends in its middle, with no way to say so. */
    boolean isCut();
  }

  private static final int BUFFER_BYTES = 1 << 16;

  private final Computing job;
  private final AnswerReader answer;
  private final Exchange exchange;
  private final ServeLimits limits;
  private final GitMetrics metrics;
  private final LongSupplier nanoTime;

  PackSender(
      Computing job,
      AnswerReader answer,
      Exchange exchange,
      ServeLimits limits,
      GitMetrics metrics,
      LongSupplier nanoTime) {
    this.job = job;
    this.answer = answer;
    this.exchange = exchange;
    this.limits = limits;
    this.metrics = metrics;
    this.nanoTime = nanoTime;
  }

  /** Sends all of it; fails when the client is gone or the time is over. */
  void send(String contentType, long start) throws IOException, InterruptedException {
    try {
      OutputStream out = exchange.answer(200, contentType);
      SideBand bands = new SideBand(new PktWriter(out), SideBand.Width.SMALL);
      byte[] buffer = new byte[BUFFER_BYTES];
      while (true) {
        if (nanoTime.getAsLong() - start > limits.total().toNanos()) {
          throw new IOException("took longer than " + limits.total());
        }
        // Asked before looking: what came before the pack is then surely sent.
        boolean mayKeepAlive = job.mayKeepAlive();
        switch (answer.await(limits.keepAliveEvery().toNanos())) {
          case BYTES -> pass(buffer, out);
          case NOTHING_YET -> {
            if (mayKeepAlive) {
              bands.keepAlive();
            }
          }
          case END -> {
            end(out);
            return;
          }
        }
      }
    } finally {
      answer.abandon();
    }
  }

  /** The end of the stream means success, so a pack that could not be finished is cut. */
  private void end(OutputStream out) throws IOException {
    if (job.isCut()) {
      throw new IOException("the pack could not be finished");
    }
    out.close();
  }

  private void pass(byte[] buffer, OutputStream out) throws IOException {
    int count = answer.take(buffer);
    out.write(buffer, 0, count);
    out.flush();
    metrics.bytes(GitMetrics.Direction.OUT, count);
  }
}
