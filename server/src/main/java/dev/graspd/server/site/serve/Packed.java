package dev.graspd.server.site.serve;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

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

  /** A page that was made a moment ago: compressed only if somebody takes it so. Thread-safe. */
  static final class OnDemand {
    private final String contentType;
    private final byte[] plain;
    private @Nullable Packed packed;

    /** Takes the array over. */
    OnDemand(String contentType, byte[] plain) {
      this.contentType = contentType;
      this.plain = plain;
    }

    String contentType() {
      return contentType;
    }

    byte[] plain() {
      return plain;
    }

    synchronized Packed packed() {
      if (packed == null) {
        packed = Packed.of(contentType, plain);
      }
      return packed;
    }
  }
}
