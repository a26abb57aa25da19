package dev.graspd.server.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Prefix;
import dev.graspd.core.nostr.Reason;
import dev.graspd.core.store.Unwanted.Why;
import dev.graspd.core.sync.Outcome;
import dev.graspd.core.sync.WhyRefused;
import dev.graspd.server.gate.Verdict;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class JudgementTest {
  @ParameterizedTest
  @CsvSource({
    "WRONG_ID, FORGED, ",
    "WRONG_SIGNATURE, FORGED, ",
    "ANNOUNCEMENT_ELSEWHERE, REFUSED, ELSEWHERE",
    "NO_ANNOUNCEMENT, REFUSED, NOT_YET_VALID",
    "NOT_A_MAINTAINER, REFUSED, NOT_YET_VALID",
    "EVENT_TOO_LARGE, REFUSED, ",
    "TOO_MANY_TAGS, REFUSED, ",
    "TOO_MANY_TAG_ITEMS, REFUSED, ",
    "EXPIRED, REFUSED, REFUSED",
    "PROTECTED, REFUSED, REFUSED",
    "BANNED, REFUSED, REFUSED",
    "TOO_MANY_REFS, REFUSED, REFUSED",
    "DELETED, REFUSED, ",
    "VANISHED, REFUSED, ",
    "EVENT_UNRELATED, REFUSED, ",
    "PULL_REQUEST_UNRELATED, REFUSED, ",
    "AUTHOR_UNRELATED, REFUSED, ",
    "CREATED_IN_THE_FUTURE, LATER, ",
    "READ_ONLY, LATER, ",
    "TOO_MANY_HELD, LATER, ",
    "TOO_MANY_HELD_OF_KEY, LATER, ",
    "TOO_MANY_HELD_FROM_ADDRESS, LATER, ",
    "TOO_MANY_STATES_HELD, LATER, ",
    "IDENTIFIER_FULL, LATER, ",
    "TOO_MANY_REPOSITORIES, LATER, ",
    "REPOSITORY_QUOTA, LATER, ",
    "OWNER_QUOTA, LATER, ",
    "STORAGE_FULL, LATER, ",
    "SHUTTING_DOWN, LATER, ",
    "INTERNAL, LATER, ",
  })
  void refusalsMean(Reason reason, Outcome outcome, Why unwanted) {
    assertThat(Judgement.of(new Verdict.Refused(reason.refusal())))
        .isEqualTo(new Judgement(outcome, Optional.ofNullable(unwanted)));
  }

  @ParameterizedTest
  @EnumSource(Reason.class)
  void refusalsOfTheMomentAreNeverRememberedAndLastingOnesNeverAskedForAgain(Reason reason) {
    Judgement judgement = Judgement.of(reason);

    if (reason.prefix() == Prefix.RATE_LIMITED || reason.prefix() == Prefix.ERROR) {
      assertThat(judgement).isEqualTo(new Judgement(Outcome.LATER, Optional.empty()));
    }
    if (judgement.unwanted().isPresent()) {
      assertThat(judgement.outcome()).isEqualTo(Outcome.REFUSED);
      assertThat(judgement.unwanted().get().isRefusal()).isTrue();
      assertThat(WhyRefused.of(reason)).as("both memories agree").isPresent();
    }
  }

  @Test
  void otherVerdictsMean() {
    assertThat(Judgement.of(new Verdict.Accepted()).outcome()).isEqualTo(Outcome.STORED);
    assertThat(Judgement.of(new Verdict.Held("")).outcome()).isEqualTo(Outcome.HELD);
    assertThat(Judgement.of(new Verdict.Duplicate("")))
        .isEqualTo(new Judgement(Outcome.KNOWN, Optional.of(Why.OUTDATED)));
    assertThat(Judgement.of(new Verdict.Obeyed("")))
        .isEqualTo(new Judgement(Outcome.REFUSED, Optional.of(Why.ELSEWHERE)));
  }
}
