package dev.graspd.server.git.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SideBandInputTest {
  private final List<String> words = new ArrayList<>();

  @Test
  void whatSideBandWritesIsReadBack() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    SideBand band = new SideBand(new PktWriter(out), SideBand.Width.LARGE);
    byte[] data = new byte[200_000];
    for (int i = 0; i < data.length; i++) {
      data[i] = (byte) (i * 31);
    }
    band.progress("hello\n");
    band.data(data, 0, 100_000);
    band.keepAlive();
    band.data(data, 100_000, 100_000);
    band.end();
    SideBandInput in = read(out.toByteArray());
    assertThat(in.readAllBytes()).isEqualTo(data);
    assertThat(in.read()).isEqualTo(-1);
    assertThat(words).containsExactly("hello\n", "");
  }

  @Test
  void emptyDataIsNoEnd() throws IOException {
    byte[] wire = "0005\u00010006\u0001a0005\u00010006\u0001b0000".getBytes(UTF_8);
    assertThat(new String(read(wire).readAllBytes(), UTF_8)).isEqualTo("ab");
  }

  @Test
  void errorOfTheSenderEndsEverything() {
    byte[] wire = "0006\u0001a0008\u0003bad0000".getBytes(UTF_8);
    assertThatThrownBy(() -> read(wire).readAllBytes())
        .isInstanceOfSatisfying(
            SideBandInput.FatalException.class,
            e -> assertThat(new String(e.words(), UTF_8)).isEqualTo("bad"));
  }

  @ParameterizedTest
  @CsvSource({
    "0006\u0001a, stream ends within its side-bands",
    "0006\u0001a0001, side-bands are divided",
    "0006\u0001a0002, side-bands end without a flush",
    "0006\u0001a0004, a line of no known side-band",
    "0006\u0001a0006\u0004b, a line of no known side-band",
    "0006\u0001a0009\u0001b, stream ends within a line",
  })
  void whatIsNoSideBandIsRefused(String wire, String why) {
    assertThatThrownBy(() -> read(wire.getBytes(UTF_8)).readAllBytes())
        .isInstanceOf(PktException.class)
        .hasMessage(why);
  }

  private SideBandInput read(byte[] wire) throws IOException {
    PktReader in = new PktReader(new ByteArrayInputStream(wire));
    return new SideBandInput((Pkt.Data) in.next(), in, said -> words.add(new String(said, UTF_8)));
  }
}
