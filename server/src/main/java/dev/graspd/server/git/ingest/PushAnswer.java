package dev.graspd.server.git.ingest;

import dev.graspd.server.git.Exchange;
import dev.graspd.server.git.wire.PktWriter;
import dev.graspd.server.git.wire.SideBand;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one push. It begins as late as possible, so that a status of HTTP can still refuse,
 * and as early as needed, so that the client does not time out. Two threads use it: the worker, and
 * the one that sends progress.
 */
final class PushAnswer {
  private static final String CONTENT_TYPE = "application/x-git-receive-pack-result";

  private final Exchange exchange;
  private final PushCapabilities capabilities;
  private @Nullable OutputStream out;
  private boolean over;

  PushAnswer(Exchange exchange, PushCapabilities capabilities) {
    this.exchange = exchange;
    this.capabilities = capabilities;
  }

  /** Sends progress, or an empty line without a text; begins the answer. */
  synchronized void progress(String text) throws IOException {
    if (over || !capabilities.sideBand()) {
      return;
    }
    SideBand bands = bands(begun());
    if (capabilities.quiet() || text.isEmpty()) {
      bands.keepAlive();
    } else {
      bands.progress(text + "\n");
    }
  }

  /** Refuses with a status of HTTP; returns false if the answer has begun. */
  synchronized boolean refuse(int status, String text) {
    if (out != null) {
      return false;
    }
    over = true;
    exchange.refuse(status, text);
    return true;
  }

  /** Ends the exchange; the client sees that something went wrong. */
  synchronized void abort(Throwable cause) {
    over = true;
    exchange.abort(cause);
  }

  /** Ends the answer with a report. */
  synchronized void finish(PushReport report) throws IOException {
    over = true;
    try (OutputStream stream = begun()) {
      if (capabilities.sideBand()) {
        finish(report, bands(stream));
      } else {
        stream.write(status(report));
      }
      stream.flush();
    }
  }

  private void finish(PushReport report, SideBand bands) throws IOException {
    for (String word : report.words()) {
      bands.progress(word + "\n");
    }
    byte[] status = status(report);
    bands.data(status, 0, status.length);
    bands.end();
  }

  private byte[] status(PushReport report) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    if (capabilities.reportStatus()) {
      PktWriter writer = new PktWriter(bytes);
      for (String line : report.status()) {
        writer.line(line);
      }
      writer.flushPkt();
    }
    return bytes.toByteArray();
  }

  /** Ends an empty answer. */
  synchronized void finish() throws IOException {
    over = true;
    begun().close();
  }

  private OutputStream begun() throws IOException {
    OutputStream stream = out;
    if (stream == null) {
      stream = exchange.answer(200, CONTENT_TYPE);
      out = stream;
    }
    return stream;
  }

  private static SideBand bands(OutputStream stream) {
    return new SideBand(new PktWriter(stream), SideBand.Width.LARGE);
  }
}
