package dev.graspd.core.policy.room;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.policy.room.Quota.Account;
import dev.graspd.core.policy.room.Quota.Answer;
import dev.graspd.core.policy.room.Quota.Cause;
import dev.graspd.core.policy.room.Quota.Level;
import dev.graspd.core.policy.room.Quota.Usage;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuotaTest {
  private static final Quota QUOTA = new Quota(100, 200);

  private static String words(Answer answer) {
    return switch (answer) {
      case Answer.Fits() -> "fits";
      case Answer.NearlyFull(var levels) ->
          "nearly full: "
              + levels.stream()
                  .map(level -> level.account() + " " + level.usedBytes())
                  .collect(Collectors.joining(" "));
      case Answer.Exceeds(var refusal) -> refusal.reason().slug();
    };
  }

  /** A repository may take 100 bytes, all of its owner 200. */
  @ParameterizedTest
  @CsvSource({
    // in the repository, in all of the owner, to come, who wants it
    "0, 0, 0, SIGNED, fits",
    "0, 0, 79, SIGNED, fits",
    "0, 0, 80, SIGNED, nearly full: REPOSITORY 80",
    "0, 0, 100, SIGNED, nearly full: REPOSITORY 100",
    "0, 0, 101, SIGNED, repository-quota",
    "99, 99, 1, SIGNED, nearly full: REPOSITORY 100",
    "100, 100, 1, SIGNED, repository-quota",
    "0, 100, 59, SIGNED, fits",
    "0, 100, 60, SIGNED, nearly full: OWNER 160",
    "0, 101, 99, SIGNED, nearly full: REPOSITORY 99 OWNER 200",
    "0, 101, 100, SIGNED, owner-quota",
    "0, 200, 1, SIGNED, owner-quota",
    // A push without bytes fits, also when the quota was lowered meanwhile.
    "100, 100, 0, SIGNED, nearly full: REPOSITORY 100",
    "150, 250, 0, SIGNED, nearly full: REPOSITORY 150 OWNER 250",
    "150, 250, 1, SIGNED, repository-quota",
    // Pull requests leave a fifth to maintainers.
    "0, 0, 80, OFFERED, nearly full: REPOSITORY 80",
    "0, 0, 81, OFFERED, repository-quota",
    "80, 80, 1, OFFERED, repository-quota",
    "80, 80, 20, SIGNED, nearly full: REPOSITORY 100",
    "0, 100, 60, OFFERED, nearly full: OWNER 160",
    "0, 100, 61, OFFERED, owner-quota",
    "100, 200, 0, OFFERED, nearly full: REPOSITORY 100 OWNER 200",
  })
  void bytesFitOrNot(long repository, long owner, long bytes, Cause cause, String expected) {
    assertThat(words(QUOTA.decide(new Usage(repository, owner), bytes, cause))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, SIGNED, 100",
    "30, 40, SIGNED, 70",
    "30, 180, SIGNED, 20",
    "100, 100, SIGNED, 0",
    "120, 220, SIGNED, 0",
    "30, 40, OFFERED, 50",
    "30, 150, OFFERED, 10",
    "90, 90, OFFERED, 0",
  })
  void whatIsLeftIsTheLesserOfBoth(long repository, long owner, Cause cause, long left) {
    assertThat(QUOTA.allowance(new Usage(repository, owner), cause).bytes()).isEqualTo(left);
  }

  @Test
  void theSmallestQuotaIsOneByteForWhoSigns() {
    Quota smallest = new Quota(1, 1);
    assertThat(words(smallest.decide(Usage.NONE, 1, Cause.SIGNED))).startsWith("nearly full");
    assertThat(words(smallest.decide(Usage.NONE, 2, Cause.SIGNED))).isEqualTo("repository-quota");
  }

  @Test
  void withoutAQuotaEverythingFits() {
    Usage much = new Usage(1L << 50, 1L << 60);
    assertThat(Quota.UNLIMITED.decide(much, 1L << 50, Cause.OFFERED)).isEqualTo(new Answer.Fits());
  }

  @Test
  void refusalsSayWhatIsTakenAndWhatToDo() {
    Quota quota = new Quota(5L << 30, 20L << 30);
    Usage used = new Usage((5L << 30) - 1, 6L << 30);
    assertThat(quota.allowance(used, Cause.SIGNED).beyond().message())
        .isEqualTo(
            "restricted: the repository has no room for it: 4.9 GiB of 5 GiB are taken; keep large"
                + " files elsewhere, or ask the operator for more room");
    assertThat(quota.allowance(used, Cause.OFFERED).beyond().text())
        .startsWith(
            "the repository has no room for it: 4.9 GiB of 4 GiB that pull requests may fill");
    assertThat(quota.allowance(new Usage(0, 20L << 30), Cause.SIGNED).beyond().text())
        .startsWith("the owner's repositories have no room for it: 20 GiB of 20 GiB are taken");
  }

  @Test
  void remarksSayHowFullItIs() {
    Quota quota = new Quota(5L << 30, 6L << 30);
    Usage used = new Usage(0, 1L << 30);
    assertThat(quota.decide(used, 4L << 30, Cause.SIGNED).remarks())
        .containsExactly(
            "this repository takes 4 GiB of 5 GiB (80 %); what is beyond will be refused",
            "the repositories of this owner take 5 GiB of 6 GiB (83 %); what is beyond will be"
                + " refused");
    assertThat(quota.decide(used, 1, Cause.SIGNED).remarks()).isEmpty();
  }

  @Test
  void levelsShowTheRepositoryFirst() {
    assertThat(QUOTA.levels(new Usage(1, 2)))
        .containsExactly(new Level(Account.REPOSITORY, 1, 100), new Level(Account.OWNER, 2, 200));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 bytes, 0 bytes",
    "1023, 1023 bytes, 1023 bytes",
    "1024, 1 KiB, 1 KiB",
    "1025, 1 KiB, 1025 bytes",
    "1500, 1.4 KiB, 1500 bytes",
    "1048575, 1023.9 KiB, 1048575 bytes",
    "5368709120, 5 GiB, 5 GiB",
    "1125899906842624, 1024 TiB, 1024 TiB",
  })
  void sizesAreSaidInUnitsOfPeople(long bytes, String rough, String exact) {
    assertThat(ByteSize.rough(bytes)).isEqualTo(rough);
    assertThat(ByteSize.exact(bytes)).isEqualTo(exact);
  }
}
