package dev.graspd.server.peers.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.refusal.EventReason;
import dev.graspd.core.nostr.refusal.Prefix;
import dev.graspd.core.nostr.refusal.PushReason;
import dev.graspd.core.nostr.refusal.Reason;
import dev.graspd.core.nostr.refusal.ServerReason;
import dev.graspd.core.store.UnwantedEvent.Why;
import dev.graspd.core.sync.SyncOutcome;
import dev.graspd.core.sync.refusal.WhyRefused;
import dev.graspd.server.gate.Verdict;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

final class RefusalVerdictTest {
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
    "PROTECTED_FROM_OTHERS, REFUSED, REFUSED",
    "BANNED, REFUSED, REFUSED",
    "TOO_MANY_REFS, REFUSED, REFUSED",
    "DELETED, REFUSED, ",
    "VANISHED, REFUSED, ",
    "EVENT_UNRELATED, REFUSED, ",
    "PULL_REQUEST_UNRELATED, REFUSED, ",
    "AUTHOR_UNRELATED, REFUSED, ",
    "CREATED_IN_THE_FUTURE, LATER, ",
    "TOO_MANY_HELD, LATER, ",
    "TOO_MANY_HELD_OF_KEY, LATER, ",
    "TOO_MANY_HELD_FROM_ADDRESS, LATER, ",
    "TOO_MANY_STATES_HELD, LATER, ",
    "IDENTIFIER_FULL, LATER, ",
    "TOO_MANY_REPOSITORIES, LATER, ",
  })
  void refusalsMean(EventReason reason, SyncOutcome outcome, Why unwanted) {
    assertThat(RefusalVerdict.of(new Verdict.Refused(reason.refusal())))
        .isEqualTo(new RefusalVerdict(outcome, Optional.ofNullable(unwanted)));
  }

  @ParameterizedTest
  @EnumSource(ServerReason.class)
  void eventsThatTheServerCannotTakeNowAreWantedLater(ServerReason reason) {
    assertThat(RefusalVerdict.of(reason))
        .isEqualTo(new RefusalVerdict(SyncOutcome.LATER, Optional.empty()));
  }

  @ParameterizedTest
  @EnumSource(names = {"REPOSITORY_QUOTA", "OWNER_QUOTA"})
  void eventsBeyondAQuotaAreWantedLater(PushReason reason) {
    assertThat(RefusalVerdict.of(reason))
        .isEqualTo(new RefusalVerdict(SyncOutcome.LATER, Optional.empty()));
  }

  @ParameterizedTest
  @MethodSource("dev.graspd.core.nostr.refusal.Reason#all")
  void refusalsOfTheMomentAreNeverRememberedAndLastingOnesNeverAskedForAgain(Reason reason) {
    RefusalVerdict judgement = RefusalVerdict.of(reason);

    if (reason.prefix() == Prefix.RATE_LIMITED || reason.prefix() == Prefix.ERROR) {
      assertThat(judgement).isEqualTo(new RefusalVerdict(SyncOutcome.LATER, Optional.empty()));
    }
    if (judgement.unwanted().isPresent()) {
      assertThat(judgement.outcome()).isEqualTo(SyncOutcome.REFUSED);
      assertThat(judgement.unwanted().get().isRefusal()).isTrue();
      assertThat(WhyRefused.of(reason)).as("both memories agree").isPresent();
    }
  }

  @Test
  void otherVerdictsMean() {
    assertThat(RefusalVerdict.of(new Verdict.Accepted()).outcome()).isEqualTo(SyncOutcome.STORED);
    assertThat(RefusalVerdict.of(new Verdict.Held("")).outcome()).isEqualTo(SyncOutcome.HELD);
    assertThat(RefusalVerdict.of(new Verdict.Duplicate("")))
        .isEqualTo(new RefusalVerdict(SyncOutcome.KNOWN, Optional.of(Why.OUTDATED)));
    assertThat(RefusalVerdict.of(new Verdict.Obeyed("")))
        .isEqualTo(new RefusalVerdict(SyncOutcome.REFUSED, Optional.of(Why.ELSEWHERE)));
  }
}
