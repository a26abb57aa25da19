package dev.graspd.server.git.browse.patch;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** Bytes up to a limit. The rest is left out, and {@link #isOver} says so. */
final class BoundedText {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final int bytesMax;
  private boolean isOver;

  BoundedText(int bytesMax) {
    this.bytesMax = bytesMax;
  }

  /** Adds text that has one character for each byte. */
  void add(String latin1) {
    add(latin1, StandardCharsets.ISO_8859_1);
  }

  void addText(String text) {
    add(text, StandardCharsets.UTF_8);
  }

  private void add(String text, Charset charset) {
    byte[] more = text.getBytes(charset);
    isOver |= bytes.size() + (long) more.length > bytesMax;
    if (!isOver) {
      bytes.writeBytes(more);
    }
  }

  boolean isOver() {
    return isOver;
  }

  int size() {
    return bytes.size();
  }

  byte[] toBytes() {
    return bytes.toByteArray();
  }
}
