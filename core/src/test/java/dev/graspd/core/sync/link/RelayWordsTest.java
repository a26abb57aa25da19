package dev.graspd.core.sync.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.sync.link.RelayWords.Meaning;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RelayWordsTest {
  @ParameterizedTest
  @CsvSource({
    "'auth-required: who are you?', AUTH_REQUIRED",
    "'rate-limited: slow down', RATE_LIMITED",
    "'Rate limit exceeded', RATE_LIMITED",
    "'you are being throttled', RATE_LIMITED",
    "'please SLOW DOWN', RATE_LIMITED",
    "'error: too many requests from this address', RATE_LIMITED",
    "'ERROR: too many concurrent REQs', TOO_MANY_REQUESTS",
    "'error: too many subscriptions', TOO_MANY_REQUESTS",
    "'ERROR: bad req: too many filters', TOO_MANY_FILTERS",
    "'restricted: members only', POLICY",
    "'blocked: not you', POLICY",
    "'error: could not connect to the database', OTHER",
    "'', OTHER"
  })
  void textIsUnderstood(String text, Meaning meaning) {
    assertThat(RelayWords.meaning(text)).isEqualTo(meaning);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bad msg: unknown cmd NEG-OPEN",
        "ERROR: negentropy disabled",
        "unrecognised: NEG-MSG"
      })
  void noticeAboutNegentropyIsRecognised(String text) {
    assertThat(RelayWords.isAboutNegentropy(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"negligible load", "hello"})
  void otherNoticeIsNotAboutNegentropy(String text) {
    assertThat(RelayWords.isAboutNegentropy(text)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "'blocked: too many query results', true",
    "'RESULTS_TOO_BIG', true",
    "'rate-limited: too many comparisons', false",
    "'blocked: negentropy is disabled', false",
    "'closed: unknown subscription handle', false"
  })
  void tooManyResultsAreRecognised(String text, boolean tooMany) {
    assertThat(RelayWords.isTooManyResults(text)).isEqualTo(tooMany);
  }
}
