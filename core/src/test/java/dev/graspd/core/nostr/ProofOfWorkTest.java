package dev.graspd.core.nostr;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProofOfWorkTest {
  @ParameterizedTest
  @CsvSource({
    "000006d8c378af1779d2feebc7603a125d99eca0ccf1085959b307f64e5dd358, 21",
    "6bf5b4f434813c64b523d2b0e6efe18f3bd0cbbd0a5effd8ece9e00fd2531996, 1",
    "00000000000000000000000000000000000000000000000000000000000000ff, 248",
    "ff00000000000000000000000000000000000000000000000000000000000000, 0"
  })
  void difficultyIsTheLeadingZeroBits(String id, int bits) {
    assertThat(ProofOfWork.difficulty(EventId.parse(id))).isEqualTo(bits);
  }

  @Test
  void workAndCommittedTargetMustBothReachTheMinimum() {
    assertThat(
            ProofOfWork.tooLow(withId("ff", Tag.of("nonce", "1", "8")), 8).orElseThrow().message())
        .isEqualTo("pow: difficulty 0 is less than 8");
    assertThat(
            ProofOfWork.tooLow(withId("00", Tag.of("nonce", "1", "4")), 8).orElseThrow().message())
        .isEqualTo("pow: difficulty 4 is less than 8");
    assertThat(ProofOfWork.tooLow(withId("00", Tag.of("t", "x")), 8)).isPresent();
    assertThat(ProofOfWork.tooLow(withId("00", Tag.of("nonce", "1", "8")), 8)).isEmpty();
    assertThat(ProofOfWork.tooLow(withId("ff", Tag.of("t", "x")), 0)).isEmpty();
  }

  private static Event withId(String firstByte, Tag tag) {
    return new UnsignedEvent(Sample.ALICE, 1, 1, List.of(tag), "")
        .signed(EventId.parse(firstByte + "ff".repeat(31)), Sample.SIGNATURE);
  }
}
