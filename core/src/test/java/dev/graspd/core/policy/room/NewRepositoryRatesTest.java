package dev.graspd.core.policy.room;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.policy.room.NewRepositoryRates.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NewRepositoryRatesTest {
  private static final NewRepositoryRates RATES = new NewRepositoryRates(10, 30);

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # key, address, remark
          0, 0, ''
          6, 22, ''
          7, 22, '; new repositories in an hour: 8 of 10 of this key'
          9, 9, '; new repositories in an hour: 10 of 10 of this key'
          0, 23, '; new repositories in an hour: 24 of 30 of this address'
          8, 29, '; new repositories in an hour: 9 of 10 of this key, 30 of 30 of this address'
          """)
  void whoIsNearTheEndIsTold(int ofKey, int ofAddress, String remark) {
    assertThat(RATES.decide(ofKey, ofAddress)).isEqualTo(new Answer.Welcome(remark));
  }

  @ParameterizedTest
  @CsvSource({"10, 0", "0, 30", "10, 30", "11, 31"})
  void whatIsBeyondEitherIsTooMuch(int ofKey, int ofAddress) {
    assertThat(RATES.decide(ofKey, ofAddress)).isEqualTo(new Answer.TooMany());
  }

  @Test
  void whereOnlyOneIsTakenItIsTheLast() {
    NewRepositoryRates one = new NewRepositoryRates(1, 100);
    assertThat(one.decide(0, 0))
        .isEqualTo(new Answer.Welcome("; new repositories in an hour: 1 of 1 of this key"));
    assertThat(one.decide(1, 1)).isEqualTo(new Answer.TooMany());
  }

  @Test
  void zeroTakesNone() {
    assertThat(new NewRepositoryRates(0, 30).decide(0, 0)).isEqualTo(new Answer.TooMany());
  }

  @Test
  void theSentenceHasBothNumbers() {
    assertThat(RATES.sentence())
        .isEqualTo("In an hour 10 new repositories of one key are taken, and 30 of one address.");
  }
}
