package dev.graspd.server.site.text.highlight;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.List;
import java.util.Optional;

class HighlighterFuzzTest {
  @FuzzTest
  void tokensAreTheText(byte[] input) {
    if (input.length == 0) {
      return;
    }
    Language[] all = Language.values();
    Language language = all[(input[0] & 0xff) % all.length];
    List<String> lines = List.of(new String(input, 1, input.length - 1, UTF_8).split("\n", -1));
    HighlighterTest.check(lines, Highlighter.of(Optional.of(language), lines));
  }
}
