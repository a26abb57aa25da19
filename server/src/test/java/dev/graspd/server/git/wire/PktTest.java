package dev.graspd.server.git.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PktTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final PktWriter writer = new PktWriter(out);

  @Test
  void everyKindOfLineIsRead() throws IOException {
    PktReader reader = reader("0006a\n0000000100020004");
    assertThat(((Pkt.Data) reader.next()).text()).isEqualTo("a");
    assertThat(reader.next()).isEqualTo(new Pkt.Flush());
    assertThat(reader.next()).isEqualTo(new Pkt.Delim());
    assertThat(reader.next()).isEqualTo(new Pkt.ResponseEnd());
    assertThat(((Pkt.Data) reader.next()).payload()).isEmpty();
    assertThat(reader.next()).isEqualTo(new Pkt.End());
    assertThat(reader.next()).isEqualTo(new Pkt.End());
  }

  @Test
  void nothingIsTakenBeyondALine() throws IOException {
    InputStream in = new ByteArrayInputStream("0006a\n0000PACK".getBytes(US_ASCII));
    PktReader reader = new PktReader(in);
    reader.next();
    reader.next();
    assertThat(in.readAllBytes()).asString().isEqualTo("PACK");
  }

  @Test
  void upperCaseDigitsAreReadAsGitReadsThem() throws IOException {
    assertThat(((Pkt.Data) reader("000Aabcdef").next()).text()).isEqualTo("abcdef");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0003", "fff1", "ffff", "00", "000g", "+005a", "-001", " 005a", "0006a"})
  void wrongLengthsAreRefused(String bytes) {
    assertThatThrownBy(() -> reader(bytes).next()).isInstanceOf(PktException.class);
  }

  @Test
  void onlyOneLineFeedIsTakenFromTheEndOfALine() throws IOException {
    assertThat(((Pkt.Data) reader("0007a\n\n").next()).text()).isEqualTo("a\n");
  }

  @Test
  void textThatIsNotUtf8IsRefused() {
    Pkt.Data line = new Pkt.Data(new byte[] {'a', (byte) 0xff});
    assertThatThrownBy(line::text).isInstanceOf(PktException.class);
  }

  @Test
  void whatIsWrittenIsReadBack() throws IOException {
    byte[] longest = new byte[Pkt.PAYLOAD_BYTES_MAX];
    writer.line("want grün");
    writer.delimPkt();
    writer.data(longest);
    writer.responseEndPkt();
    writer.flushPkt();

    PktReader reader = new PktReader(new ByteArrayInputStream(out.toByteArray()));
    assertThat(((Pkt.Data) reader.next()).payload()).isEqualTo("want grün\n".getBytes(UTF_8));
    assertThat(reader.next()).isEqualTo(new Pkt.Delim());
    assertThat(((Pkt.Data) reader.next()).payload()).isEqualTo(longest);
    assertThat(reader.next()).isEqualTo(new Pkt.ResponseEnd());
    assertThat(reader.next()).isEqualTo(new Pkt.Flush());
    assertThat(reader.next()).isEqualTo(new Pkt.End());
  }

  @Test
  void longerLinesAreNotWritten() {
    byte[] tooLong = new byte[Pkt.PAYLOAD_BYTES_MAX + 1];
    assertThatIllegalArgumentException().isThrownBy(() -> writer.data(tooLong));
    assertThat(out.size()).isZero();
  }

  private static PktReader reader(String bytes) {
    return new PktReader(new ByteArrayInputStream(bytes.getBytes(US_ASCII)));
  }
}
