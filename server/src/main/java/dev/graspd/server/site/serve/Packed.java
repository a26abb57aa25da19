package dev.graspd.server.site.serve;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** A page, compressed once for all who read it. */
@SuppressWarnings("ArrayRecordComponent") // nobody compares pages
record Packed(String contentType, byte[] gzip) {
  static Packed of(String contentType, byte[] content) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(content.length / 4 + 64);
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Packed(contentType, out.toByteArray());
  }

  /** Returns the page for a client that does not understand gzip. */
  byte[] plain() {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(gzip))) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
