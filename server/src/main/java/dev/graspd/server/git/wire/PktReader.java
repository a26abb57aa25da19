package dev.graspd.server.git.wire;

import java.io.IOException;
import java.io.InputStream;

/**
 * Reads pkt-lines. Takes exactly the bytes of each line from the stream, so that a pack after the
 * last one is readable from the same stream. For one thread.
 */
public record PktReader(InputStream in) {

  /**
   * Returns the next line. Memory grows with the bytes that arrive, not with a claimed length.
   *
   * @throws PktException if a length is wrong or the stream ends within a line
   */
  public Pkt next() throws IOException {
    return next(Pkt.BYTES_MAX);
  }

  /**
   * Returns the next line, which may have so many bytes with its length.
   *
   * @throws PktException also if it is longer, before reading any of it
   */
  public Pkt next(int bytesMax) throws IOException {
    byte[] digits = in.readNBytes(Pkt.LENGTH_BYTES);
    if (digits.length == 0) {
      return new Pkt.End();
    }
    int length = length(digits);
    if (length > bytesMax) {
      throw new PktException("line is longer than " + bytesMax + " bytes");
    }
    return switch (length) {
      case 0 -> new Pkt.Flush();
      case 1 -> new Pkt.Delim();
      case 2 -> new Pkt.ResponseEnd();
      case 3 -> throw new PktException("line length 0003");
      default -> new Pkt.Data(payload(length - Pkt.LENGTH_BYTES));
    };
  }

  private static int length(byte[] digits) throws PktException {
    if (digits.length < Pkt.LENGTH_BYTES) {
      throw new PktException("stream ends within a line length");
    }
    int length = 0;
    for (byte digit : digits) {
      int value = Character.digit((char) digit, 16);
      if (value < 0) {
        throw new PktException("line length is not hexadecimal");
      }
      length = (length << 4) | value;
    }
    if (length > Pkt.BYTES_MAX) {
      throw new PktException("line is longer than " + Pkt.BYTES_MAX + " bytes");
    }
    return length;
  }

  private byte[] payload(int bytes) throws IOException {
    byte[] payload = in.readNBytes(bytes);
    if (payload.length < bytes) {
      throw new PktException("stream ends within a line");
    }
    return payload;
  }
}
