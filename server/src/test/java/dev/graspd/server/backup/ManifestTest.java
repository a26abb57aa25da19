package dev.graspd.server.backup;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestTest {
  private static final Manifest MANIFEST =
      new Manifest(
          Instant.parse("2026-01-02T03:04:05Z"),
          "1.2.3",
          Optional.of("ab".repeat(32)),
          "store-20260102T030405Z",
          "cd".repeat(32),
          true,
          new Manifest.Figures(1, 2, 3, 4, 5, 6));

  @Test
  void whatIsWrittenIsRead() {
    assertThat(Manifest.parse(MANIFEST.render())).isEqualTo(new Manifest.Reading.Whole(MANIFEST));
  }

  @Test
  void anotherFormatIsNamed() {
    String newer = MANIFEST.render().replace("format=1", "format=2");
    assertThat(Manifest.parse(newer)).isEqualTo(new Manifest.Reading.OtherFormat("2"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"format", "made", "snapshot", "store-sha256", "key", "packs", "shelves"})
  void aMissingValueIsNamed(String name) {
    String without = MANIFEST.render().replace(name + "=", "other=");
    assertThat(Manifest.parse(without)).isEqualTo(new Manifest.Reading.Damaged(name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"packs=-1", "snapshot=../relay", "made=today", "key=maybe", "server=me"})
  void aWrongValueIsNamed(String line) {
    String name = line.substring(0, line.indexOf('='));
    String wrong = MANIFEST.render().replaceAll("(?m)^" + name + "=.*$", line);
    assertThat(Manifest.parse(wrong)).isEqualTo(new Manifest.Reading.Damaged(name));
  }
}
