package dev.graspd.testkit;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Compresses and expands single WebSocket messages (RFC 7692), without context between them. */
public final class PermessageDeflate {
  private PermessageDeflate() {}

  /** Returns the bytes as a message of permessage-deflate. */
  public static byte[] deflate(byte[] bytes) {
    try (Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true)) {
      deflater.setInput(bytes);
      ByteArrayOutputStream deflated = new ByteArrayOutputStream();
      byte[] chunk = new byte[8192];
      int count;
      do {
        count = deflater.deflate(chunk, 0, chunk.length, Deflater.SYNC_FLUSH);
        deflated.write(chunk, 0, count);
      } while (count == chunk.length);
      return Arrays.copyOf(deflated.toByteArray(), deflated.size() - 4);
    }
  }

  static byte[] inflate(byte[] payload) {
    byte[] input = Arrays.copyOf(payload, payload.length + 4);
    input[payload.length + 2] = (byte) 0xFF;
    input[payload.length + 3] = (byte) 0xFF;
    try (Inflater inflater = new Inflater(true)) {
      inflater.setInput(input);
      ByteArrayOutputStream plain = new ByteArrayOutputStream();
      byte[] chunk = new byte[8192];
      int count;
      while ((count = inflater.inflate(chunk)) > 0) {
        plain.write(chunk, 0, count);
        if (plain.size() > RawWebSocket.MESSAGE_BYTES_MAX) {
          throw new AssertionError("the server's message inflates without end");
        }
      }
      if (!inflater.needsInput()) {
        throw new AssertionError("the server's message is no complete deflate data");
      }
      return plain.toByteArray();
    } catch (DataFormatException e) {
      throw new AssertionError("the server's message cannot be inflated", e);
    }
  }
}
