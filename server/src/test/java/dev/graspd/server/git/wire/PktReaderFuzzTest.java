package dev.graspd.server.git.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;

class PktReaderFuzzTest {
  @FuzzTest
  void whatIsReadIsWhatWasSent(byte[] input) throws IOException {
    ByteArrayInputStream in = new ByteArrayInputStream(input);
    PktReader reader = new PktReader(in);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PktWriter writer = new PktWriter(out);
    int read = 0;
    try {
      while (copied(reader.next(), writer)) {
        read = input.length - in.available();
      }
      assertThat(read).isEqualTo(input.length);
    } catch (PktException e) {
      assertThat(read).isLessThan(input.length);
    }
    assertThat(lowerCase(out.toByteArray())).isEqualTo(lowerCase(Arrays.copyOf(input, read)));
  }

  private static boolean copied(Pkt pkt, PktWriter writer) throws IOException {
    switch (pkt) {
      case Pkt.Data(var payload) -> writer.data(payload);
      case Pkt.Flush _ -> writer.flushPkt();
      case Pkt.Delim _ -> writer.delimPkt();
      case Pkt.ResponseEnd _ -> writer.responseEndPkt();
      case Pkt.End _ -> {
        return false;
      }
    }
    return true;
  }

  private static String lowerCase(byte[] bytes) {
    return new String(bytes, ISO_8859_1).toLowerCase(Locale.ROOT);
  }
}
