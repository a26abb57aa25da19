package dev.graspd.server.git.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Writes pkt-lines, each in one write. Not buffered beyond a line. For one thread. */
public record PktWriter(OutputStream out) {
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  /** Writes some lines. */
  @FunctionalInterface
  public interface Writing {
    void to(PktWriter out) throws IOException;
  }

  /** Returns lines as bytes. */
  public static byte[] written(Writing writing) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      writing.to(new PktWriter(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException("memory cannot fail", e);
    }
    return bytes.toByteArray();
  }

  /** Writes a line of text and ends it with a line feed. */
  public void line(String text) throws IOException {
    data((text + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /** Writes a line with exactly this payload, at most {@link Pkt#PAYLOAD_BYTES_MAX} bytes. */
  public void data(byte[] payload) throws IOException {
    data(payload, 0, payload.length);
  }

  /** Writes a line with a part of an array as its payload. */
  public void data(byte[] bytes, int offset, int length) throws IOException {
    byte[] line = begun(length);
    System.arraycopy(bytes, offset, line, Pkt.LENGTH_BYTES, length);
    out.write(line);
  }

  /** Writes a line whose first payload byte is the number of a band. */
  void band(int band, byte[] bytes, int offset, int length) throws IOException {
    byte[] line = begun(length + 1);
    line[Pkt.LENGTH_BYTES] = (byte) band;
    System.arraycopy(bytes, offset, line, Pkt.LENGTH_BYTES + 1, length);
    out.write(line);
  }

  public void flushPkt() throws IOException {
    special("0000");
  }

  public void delimPkt() throws IOException {
    special("0001");
  }

  public void responseEndPkt() throws IOException {
    special("0002");
  }

  /** Flushes the stream below. */
  public void flush() throws IOException {
    out.flush();
  }

  private void special(String digits) throws IOException {
    out.write(digits.getBytes(StandardCharsets.US_ASCII));
  }

  private static byte[] begun(int payloadLength) {
    if (payloadLength > Pkt.PAYLOAD_BYTES_MAX) {
      throw new IllegalArgumentException("payload of " + payloadLength + " bytes");
    }
    byte[] line = new byte[Pkt.LENGTH_BYTES + payloadLength];
    for (int i = 0; i < Pkt.LENGTH_BYTES; i++) {
      line[i] = HEX[(line.length >> (4 * (3 - i))) & 0xf];
    }
    return line;
  }
}
