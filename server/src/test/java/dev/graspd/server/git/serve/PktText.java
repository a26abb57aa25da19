package dev.graspd.server.git.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.graspd.server.git.wire.Pkt;
import dev.graspd.server.git.wire.PktReader;
import dev.graspd.server.git.wire.PktWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Pkt-lines as people read them: payloads as they are, the others as words. */
public final class PktText {
  private PktText() {}

  public static String of(byte[] bytes) {
    PktReader reader = new PktReader(new ByteArrayInputStream(bytes));
    StringBuilder text = new StringBuilder();
    try {
      for (Pkt pkt = reader.next(); !(pkt instanceof Pkt.End); pkt = reader.next()) {
        text.append(
            switch (pkt) {
              case Pkt.Data(var payload) -> new String(payload, UTF_8);
              case Pkt.Flush _ -> "flush\n";
              case Pkt.Delim _ -> "delim\n";
              case Pkt.ResponseEnd _ -> "response-end\n";
              case Pkt.End _ -> throw new IllegalStateException();
            });
      }
    } catch (IOException e) {
      throw new UncheckedIOException(text.toString(), e);
    }
    return text.toString();
  }

  /** Returns lines as bytes; the words {@code flush} and {@code delim} stand for themselves. */
  public static byte[] bytes(String... lines) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PktWriter out = new PktWriter(bytes);
    try {
      for (String line : lines) {
        switch (line) {
          case "flush" -> out.flushPkt();
          case "delim" -> out.delimPkt();
          default -> out.line(line);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
