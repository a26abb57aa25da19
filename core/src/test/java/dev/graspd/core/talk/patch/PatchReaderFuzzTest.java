package dev.graspd.core.talk.patch;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;

/** Patches as strangers send them: whatever they say, what is read is within bounds. */
class PatchReaderFuzzTest {
  @FuzzTest
  void whatIsReadIsWithinBounds(byte[] input) {
    String text = new String(input, StandardCharsets.UTF_8);
    Patch patch = PatchReader.read(text);
    assertThat(patch.files()).hasSizeLessThanOrEqualTo(Patch.FILES_MAX);
    int lines = 0;
    int characters = 0;
    for (Patch.File file : patch.files()) {
      assertThat(file.before().isPresent() || file.after().isPresent()).isTrue();
      for (Patch.Hunk hunk : file.hunks()) {
        lines += hunk.lines().size();
        for (Patch.Line line : hunk.lines()) {
          assertThat(" +-").contains(String.valueOf(line.sign()));
          characters += line.text().length();
        }
      }
    }
    assertThat(lines).isLessThanOrEqualTo(Patch.LINES_MAX);
    assertThat(characters + patch.message().length()).isLessThanOrEqualTo(text.length());
    assertThat(PatchReader.read(text)).isEqualTo(patch);
  }
}
