package dev.graspd.server.web.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.server.git.Exchange.BodyTooLargeException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

final class BodyInputTest {
  @Test
  void plainBytesPassUpToTheLimit() throws IOException {
    byte[] body = random(100_000);

    assertThat(input(body, false, 100_000).readAllBytes()).isEqualTo(body);
    assertThatThrownBy(() -> input(body, false, 99_999).readAllBytes())
        .isInstanceOf(BodyTooLargeException.class);
  }

  @Test
  void compressedBytesAreInflatedAndCountedAfterwards() throws IOException {
    byte[] body = new byte[50_000];

    assertThat(input(gzip(body), true, 50_000).readAllBytes()).isEqualTo(body);
    assertThatThrownBy(() -> input(gzip(body), true, 49_999).readAllBytes())
        .isInstanceOf(BodyTooLargeException.class);
  }

  @Test
  void aBombIsNoticedSoonAfterTheFirstMebibyte() throws IOException {
    InputStream bomb = input(gzip(new byte[64 << 20]), true, Long.MAX_VALUE);
    byte[] target = new byte[8_192];
    long[] read = {0};

    assertThatThrownBy(
            () -> {
              while (true) {
                read[0] += bomb.read(target);
              }
            })
        .isInstanceOf(BodyTooLargeException.class);
    assertThat(read[0]).isBetween(1L << 20, 2L << 20);
  }

  @Test
  void whatCompressesWellButNotAbsurdlyPasses() throws IOException {
    byte[] body = new byte[4 << 20];
    byte[] noise = random(80_000);
    for (int i = 0; i < body.length; i += body.length / 8) {
      System.arraycopy(noise, i / (body.length / 8) * 10_000, body, i, 10_000);
    }

    assertThat(input(gzip(body), true, Long.MAX_VALUE).readAllBytes()).isEqualTo(body);
  }

  @Test
  void aCompressedBodyThatBreaksOffIsAFault() throws IOException {
    byte[] compressed = gzip(random(10_000));

    assertThatThrownBy(
            () -> input(Arrays.copyOf(compressed, 5_000), true, Long.MAX_VALUE).readAllBytes())
        .isInstanceOf(EOFException.class);
    assertThatThrownBy(() -> input(random(100), true, 1_000).readAllBytes())
        .isInstanceOf(IOException.class);
  }

  private static InputStream input(byte[] wire, boolean gzip, long maxBytes) {
    return new BodyInput(new ByteArrayInputStream(wire), gzip, maxBytes);
  }

  private static byte[] gzip(byte[] body) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(body);
    }
    return out.toByteArray();
  }

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new Random(1).nextBytes(bytes);
    return bytes;
  }
}
