package dev.graspd.core.negentropy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.core.negentropy.Responder.Answer;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResponderTest {
  private static final ItemSet SET = Items.set(Items.row(1_000));
  private static final String FINGERPRINT = "ab".repeat(16);

  @ParameterizedTest
  @ValueSource(strings = {"60", "62", "6f", "6000000201", "62ffffff"})
  void anotherVersionIsAnsweredByOurs(String message) {
    assertThat(reply(message)).isEqualTo("61");
  }

  @ParameterizedTest
  @CsvSource({
    "'', the message is empty",
    "00, not a negentropy message: it begins with byte 0",
    "5f00, not a negentropy message: it begins with byte 95",
    "70, not a negentropy message: it begins with byte 112",
    "6180, byte 1: the time of a bound is not a whole number of at most 64 bits",
    "6100, byte 2: the prefix length is not a whole number of at most 64 bits",
    "610000, byte 3: the mode is not a whole number of at most 64 bits",
    "61000003, byte 3: mode 3 is none of 0 1 2",
    "61000081ffffffffffffffff7f, byte 3: mode 18446744073709551615 is none of 0 1 2",
    "61000001abab, byte 4: the message ends inside a fingerprint",
    "61000002, byte 4: the number of ids is not a whole number of at most 64 bits",
    "6100000201ab, byte 4: 1 ids are claimed but there are bytes for 0",
    "61000002ffffffff7f, byte 4: 34359738367 ids are claimed but there are bytes for 0",
    "6100000281ffffffffffffffff7f, byte 4: 18446744073709551615 ids are claimed but there are bytes for 0",
    "610121, byte 1: an id prefix has at most 32 bytes",
    "610181ffffffffffffffff7f, byte 1: an id prefix has at most 32 bytes",
    "610104abcd, byte 3: the message ends inside an id prefix",
    "610183ffffffffffffffff7f, byte 2: the prefix length is not a whole number of at most 64 bits",
    "6180808080808080808080800000, byte 1: the time of a bound is not a whole number of at most 64 bits",
    "610501ff000101ab00, byte 5: the bound lies below the one before it",
  })
  void garbageIsRefusedWithItsPlaceAndReason(String message, String reason) {
    Answer answer = responder().respond(Items.message(message));
    assertThat(answer).isInstanceOf(Answer.Refused.class);
    assertThat(((Answer.Refused) answer).reason().replace(",", "")).isEqualTo(reason);
  }

  @Test
  void anEqualSetNeedsNoAnswerButTheVersion() {
    String equal = new Initiator(SET, FrameLimit.NONE, 1).open().hex();
    assertThat(reply(equal)).isEqualTo("61");
  }

  @Test
  void skipsAreJoinedAndTheLastIsLeftOut() {
    // Two skips, an empty id list below all our items, a skip.
    assertThat(reply("61" + "020000" + "020000" + "02000200" + "000000"))
        .isEqualTo("61" + "030000" + "02000200");
  }

  @Test
  void aTimeThatWouldWrapAroundMeansInfinity() {
    assertThat(reply("61" + "050000" + "81ffffffffffffffff7f" + "0002" + "00"))
        .startsWith("61" + "050000" + "000002" + "8768");
  }

  @Test
  void boundsMayRepeat() {
    assertThat(reply("61" + "000000" + "000000" + "010000")).isEqualTo("61");
  }

  @Test
  void aDifferentRangeOfFewItemsIsAnsweredByTheirIds() {
    String upTo31 = "61" + varint(1_000 + 31 + 1) + "00" + "01" + FINGERPRINT;
    assertThat(reply(upTo31)).hasSize(2 + 4 + 2 + 2 + 2 + 31 * 64);
  }

  @Test
  void aDifferentRangeOfThirtyTwoItemsIsAnsweredInSixteenParts() {
    String upTo32 = "61" + varint(1_000 + 32 + 1) + "00" + "01" + FINGERPRINT;
    int first = 2 + 4 + 2 + 2 + 32;
    int next = 2 + 2 + 2 + 32;
    assertThat(reply(upTo32)).hasSize(first + 15 * next);
  }

  @Test
  void aFrameLimitIsKeptAndTheRestIsOneFingerprint() {
    Responder limited = new Responder(SET, new FrameLimit(FrameLimit.BYTES_MIN));
    Answer answer = limited.respond(Items.message("61" + "00000200"));
    assertThat(answer).isInstanceOf(Answer.Reply.class);
    Message message = ((Answer.Reply) answer).message();
    assertThat(message.length()).isLessThanOrEqualTo(FrameLimit.BYTES_MIN).isGreaterThan(3_800);
    assertThat(message.hex()).matches("61.*000001[0-9a-f]{32}");
  }

  @Test
  void manyDifferentRangesStayWithinTheFrame() {
    StringBuilder query = new StringBuilder("61").append(varint(1_000)).append("0000");
    for (int i = 0; i < 900; i++) {
      query.append("0200").append("01").append(FINGERPRINT);
    }
    Responder limited = new Responder(SET, new FrameLimit(FrameLimit.BYTES_MIN));
    Answer answer = limited.respond(Items.message(query.toString()));
    assertThat(((Answer.Reply) answer).message().length()).isBetween(3_800, FrameLimit.BYTES_MIN);
  }

  @Test
  void itemsThatOnlyWeHaveAreNotLostWhenTheirRangeIsPostponed() {
    StringBuilder query = new StringBuilder("61").append(varint(1_000)).append("0000");
    for (int i = 0; i < 8; i++) {
      query.append("1000").append("01").append(FINGERPRINT);
    }
    Message asked = Items.message(query + "000001" + hex(Fingerprint.EMPTY));
    Responder limited = new Responder(SET, new FrameLimit(FrameLimit.BYTES_MIN));
    Answer answer = limited.respond(asked);
    String rest = hex(SET.fingerprint(8 * 15 - 1, SET.size()));
    assertThat(((Answer.Reply) answer).message().hex()).endsWith("000001" + rest);
  }

  @Test
  void aFrameTooSmallToGetFurtherIsNotAllowed() {
    assertThatThrownBy(() -> new FrameLimit(4_095))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("4096");
  }

  @Test
  void randomBytesAreAnsweredOrRefusedButNeverThrow() {
    RandomGenerator random = new Random(11);
    List<ItemSet> sets = List.of(SET, Items.set(List.of()), Items.set(Items.row(1)));
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[1 + random.nextInt(60)];
      random.nextBytes(bytes);
      bytes[0] = 0x61;
      Answer answer = new Responder(sets.get(i % 3), FrameLimit.DEFAULT).respond(Message.of(bytes));
      assertThat(answer).isNotNull();
    }
  }

  private static Responder responder() {
    return new Responder(SET, FrameLimit.DEFAULT);
  }

  private static String reply(String message) {
    return switch (responder().respond(Items.message(message))) {
      case Answer.Reply(var reply) -> reply.hex();
      case Answer.Refused(var reason) -> throw new AssertionError(reason);
    };
  }

  private static String hex(Fingerprint fingerprint) {
    return "%016x%016x".formatted(fingerprint.high(), fingerprint.low());
  }

  /** A number from 128 to 16383 as hex of a varint. */
  private static String varint(int value) {
    return "%02x%02x".formatted(0x80 | value >> 7, value & 0x7f);
  }
}
