package dev.graspd.server.git.wire;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Writes side-bands: data, words for people and a last error, multiplexed in pkt-lines.
 * Thread-safe: one thread can keep the connection alive while another works.
 */
public record SideBand(PktWriter out, Width width) {
  /** The size of a line that the client requests. */
  public enum Width {
    /** {@code side-band}. */
    SMALL(1_000),
    /** {@code side-band-64k}. */
    LARGE(Pkt.BYTES_MAX);

    private final int payloadBytesMax;

    Width(int lineBytesMax) {
      this.payloadBytesMax = lineBytesMax - Pkt.LENGTH_BYTES - 1;
    }
  }

  private static final int DATA = 1;
  private static final int PROGRESS = 2;
  private static final int FATAL = 3;

  /** Writes data (band 1). */
  public void data(byte[] bytes, int offset, int length) throws IOException {
    write(DATA, bytes, offset, length);
  }

  /** Returns a stream whose bytes become data, one line for each buffer full or flush. */
  public OutputStream dataStream() {
    return new BufferedOutputStream(new DataStream(), width.payloadBytesMax);
  }

  /**
   * Sends words for people (band 2) at once. Clients write {@code remote: } before each line; the
   * text should end with a line feed.
   */
  public synchronized void progress(String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    write(PROGRESS, bytes, 0, bytes.length);
    out.flush();
  }

  /** Ends everything with an error (band 3); clients show it and stop. */
  public synchronized void fatal(String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    write(FATAL, bytes, 0, bytes.length);
    out.flush();
  }

  /** Sends an empty line that every client ignores, so that none times out. */
  public synchronized void keepAlive() throws IOException {
    out.band(PROGRESS, new byte[0], 0, 0);
    out.flush();
  }

  /** Ends the bands with a flush. */
  public synchronized void end() throws IOException {
    out.flushPkt();
    out.flush();
  }

  private synchronized void write(int band, byte[] bytes, int offset, int length)
      throws IOException {
    for (int done = 0; done < length; done += width.payloadBytesMax) {
      out.band(band, bytes, offset + done, Math.min(width.payloadBytesMax, length - done));
    }
  }

  private final class DataStream extends OutputStream {
    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      data(bytes, offset, length);
    }

    @Override
    public void flush() throws IOException {
      synchronized (SideBand.this) {
        out.flush();
      }
    }
  }
}
