package dev.graspd.server.web.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpContent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerStreamTest {
  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final ByteArrayOutputStream last = new ByteArrayOutputStream();
  private int ends;

  @AfterEach
  void close() {
    channel.finishAndReleaseAll();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4_095, 4_096, 4_097, 20_000, 65_535})
  void shortAnswerGoesWithItsEnd(int bytes) throws IOException {
    byte[] body = random(bytes);
    write(body, 4_096);
    assertThat(parts()).isEmpty();
    assertThat(last.toByteArray()).isEqualTo(body);
    assertThat(ends).isOne();
  }

  @ParameterizedTest
  @ValueSource(ints = {1_000, 4_096, 65_536, 200_000})
  void longAnswerGoesInLargeParts(int each) throws IOException {
    byte[] body = random(200_000);
    write(body, each);
    List<byte[]> parts = parts();
    assertThat(parts).hasSize(3).allMatch(part -> part.length == 64 << 10);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.write(part);
    }
    all.write(last.toByteArray());
    assertThat(all.toByteArray()).isEqualTo(body);
  }

  @Test
  void flushedPartGoesAtOnce() throws IOException {
    try (AnswerStream stream = stream()) {
      stream.write(random(10));
      stream.flush();
      assertThat(parts()).hasSize(1);
    }
    assertThat(last.size()).isZero();
  }

  private AnswerStream stream() {
    return new AnswerStream(
        new AnswerPipe(channel),
        (source, length) -> {
          last.write(source, 0, length);
          ends++;
        });
  }

  private void write(byte[] body, int each) throws IOException {
    try (AnswerStream stream = stream()) {
      for (int at = 0; at < body.length; at += each) {
        stream.write(body, at, Math.min(each, body.length - at));
      }
    }
  }

  private List<byte[]> parts() {
    List<byte[]> parts = new ArrayList<>();
    for (HttpContent part = channel.readOutbound(); part != null; part = channel.readOutbound()) {
      byte[] bytes = new byte[part.content().readableBytes()];
      part.content().readBytes(bytes);
      part.release();
      parts.add(bytes);
    }
    return parts;
  }

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }
}
