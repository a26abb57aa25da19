package dev.graspd.server.git.serve.pack;

import dev.graspd.server.git.Exchange;
import dev.graspd.server.git.GitMetrics;
import dev.graspd.server.git.serve.request.ServeLimits;
import dev.graspd.server.git.wire.PktWriter;
import dev.graspd.server.git.wire.SideBand;
import java.io.IOException;
import java.io.OutputStream;
import java.util.function.LongSupplier;

/** Sends an answer to its client while it is computed. Runs on the exchange's own thread. */
public record PackSender(
    Computing job,
    AnswerReader answer,
    Exchange exchange,
    ServeLimits limits,
    GitMetrics metrics,
    LongSupplier nanoTime) {
  /** The job that computes the answer, for its sender. */
  interface Computing {
    /** Returns whether empty lines are allowed between the writes from now on. */
    boolean mayKeepAlive();

    /** Returns whether the answer is incomplete and the client cannot be told. */
    boolean isCut();
  }

  private static final int BUFFER_BYTES_MAX = 1 << 16;

  private static final int BUFFER_BYTES_MIN = 4 << 10;

  /** Sends all of it; fails when the client is gone or the time is over. */
  public void send(String contentType, long start) throws IOException, InterruptedException {
    try {
      OutputStream out = exchange.answer(200, contentType);
      SideBand bands = new SideBand(new PktWriter(out), SideBand.Width.SMALL);
      byte[] buffer = new byte[0];
      while (true) {
        if (nanoTime.getAsLong() - start > limits.times().total().toNanos()) {
          throw new IOException("took longer than " + limits.times().total());
        }
        // Read first: then everything before the pack is sent.
        boolean mayKeepAlive = job.mayKeepAlive();
        switch (answer.await(limits.times().keepAliveEvery().toNanos())) {
          case BYTES -> {
            buffer = fitting(buffer);
            pass(buffer, out);
          }
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

  /** The end of the stream means success, so an unfinished pack is cut. */
  private void end(OutputStream out) throws IOException {
    if (job.isCut()) {
      throw new IOException("the pack could not be finished");
    }
    out.close();
  }

  /** The last bytes go with the end of the answer: that saves a change of thread. */
  private void pass(byte[] buffer, OutputStream out) throws IOException {
    int count = answer.take(buffer);
    out.write(buffer, 0, count);
    if (!answer.isComplete()) {
      out.flush();
    }
    metrics.bytes(GitMetrics.Direction.OUT, count);
  }

  /** Most answers are small: a large buffer for each would be most of what a fetch costs. */
  private byte[] fitting(byte[] buffer) {
    int wanted = Math.clamp(answer.ready(), BUFFER_BYTES_MIN, BUFFER_BYTES_MAX);
    return wanted > buffer.length ? new byte[wanted] : buffer;
  }
}
