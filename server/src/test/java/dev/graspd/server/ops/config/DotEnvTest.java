package dev.graspd.server.ops.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.server.ops.StartRefused;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DotEnvTest {
  @TempDir Path directory;

  @Test
  void readsTheUsualForms() throws StartRefused {
    assertThat(
            DotEnv.parse(
                List.of(
                    "# a comment",
                    "",
                    "A=plain # rest",
                    "export B = two words ",
                    "C='single # $x \\n'",
                    "D=\"a \\\"b\\\"\\n\" # rest",
                    "E=",
                    "F=a#b")))
        .containsEntry("A", "plain")
        .containsEntry("B", "two words")
        .containsEntry("C", "single # $x \\n")
        .containsEntry("D", "a \"b\"\n")
        .containsEntry("E", "")
        .containsEntry("F", "a#b")
        .hasSize(6);
  }

  @ParameterizedTest
  @ValueSource(strings = {"nsec1secret", "=x", "1A=x", "A='open secret", "A=\"open", "A='x' y"})
  void malformedLineIsNamedByItsNumberAndNotShown(String line) {
    assertThatThrownBy(() -> DotEnv.parse(List.of("A=1", line)))
        .isInstanceOf(StartRefused.class)
        .hasMessage("line 2 of .env is not of the form NAME=value");
  }

  @Test
  void missingFileIsEmpty() throws StartRefused {
    assertThat(DotEnv.read(directory)).isEmpty();
  }

  @Test
  void fileThatIsNoTextStopsTheStart() throws Exception {
    Files.write(directory.resolve(".env"), new byte[] {'A', '=', (byte) 0xff});
    assertThatThrownBy(() -> DotEnv.read(directory)).hasMessageContaining("not UTF-8");
  }
}
