package dev.graspd.server.git.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SideBandTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @Test
  void eachBandHasItsNumber() throws IOException {
    SideBand bands = new SideBand(new PktWriter(out), SideBand.Width.LARGE);
    bands.data(new byte[] {'P'}, 0, 1);
    bands.progress("hello\n");
    bands.keepAlive();
    bands.fatal("no");
    bands.end();
    assertThat(out.toString(ISO_8859_1))
        .isEqualTo("0006\1P" + "000b\2hello\n" + "0005\2" + "0007\3no" + "0000");
  }

  @Test
  void longDataIsSplitByTheWidthThatTheClientAskedFor() throws IOException {
    assertThat(lineLengths(SideBand.Width.SMALL, 2_000)).containsExactly(996, 996, 11);
    assertThat(lineLengths(SideBand.Width.LARGE, 70_000)).containsExactly(65_516, 4_486);
  }

  @Test
  void streamGathersSmallWritesUntilItIsFlushed() throws IOException {
    SideBand bands = new SideBand(new PktWriter(out), SideBand.Width.LARGE);
    OutputStream stream = bands.dataStream();
    stream.write('a');
    stream.write(new byte[] {'b', 'c'});
    assertThat(out.size()).isZero();
    stream.flush();
    assertThat(out.toString(ISO_8859_1)).isEqualTo("0008\1abc");
  }

  private List<Integer> lineLengths(SideBand.Width width, int dataBytes) throws IOException {
    out.reset();
    new SideBand(new PktWriter(out), width).data(new byte[dataBytes], 0, dataBytes);
    PktReader reader = new PktReader(new ByteArrayInputStream(out.toByteArray()));
    List<Integer> lengths = new ArrayList<>();
    while (reader.next() instanceof Pkt.Data(var payload)) {
      lengths.add(payload.length);
    }
    return lengths;
  }
}
