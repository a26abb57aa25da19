package dev.graspd.core.talk.member;

import static dev.graspd.core.talk.TalkSample.AUTHOR;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.talk.TalkSample;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProfileTest {
  private static Profile of(String content) {
    return Profile.of(TalkSample.event(Kinds.METADATA, AUTHOR, 100, content));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{\"name\":\"alice\"} | alice",
        "{\"name\":\"alice\",\"display_name\":\"Alice A.\"} | Alice A.",
        "{\"name\":\"alice\",\"display_name\":\" \"} | alice",
        "{\"name\":\"a\\nb\\u202ec\\u0000\"} | a bc",
        "{\"name\":{\"x\":1},\"more\":[1],\"display_name\":\"y\"} | y",
      })
  void nameIsOneVisibleLine(String content, String name) {
    assertThat(of(content).name()).hasValue(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "{\"name\":\"x\"", "{\"name\":5}", "{\"name\":\"\\u200b\"}"})
  void whatCannotBeReadIsAbsent(String content) {
    assertThat(of(content).name()).isEmpty();
  }

  @Test
  void textsAreCut() {
    String face = "\uD83D\uDE00";
    Profile cut =
        of("{\"name\":\"x%s\",\"about\":\"%s\"}".formatted(face.repeat(90), "y".repeat(3_000)));
    assertThat(cut.name().orElseThrow()).hasSize(Profile.NAME_MAX - 1).endsWith(face);
    assertThat(cut.about().orElseThrow()).hasSize(Profile.ABOUT_MAX);
  }
}
