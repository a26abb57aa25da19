package dev.graspd.server.site.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.site.page.WordMarks.Piece;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WordMarksTest {
  private static String shown(List<Piece> pieces) {
    return pieces.stream()
        .map(piece -> piece.isChanged() ? "[" + piece.text() + "]" : piece.text())
        .collect(Collectors.joining());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = true,
      value = {
        "return 0;        | return 1;           | return [0];        | return [1];",
        "int count = a;   | int counter = a;    | int [count] = a;   | int [counter] = a;",
        "f(a, b)          | f(a, c, b)          | f(a, b)            | f(a, [c, ]b)",
        "f(a, c, b)       | f(a, b)             | f(a, [c, ]b)       | f(a, b)",
        "x = y + z        | x = z + y           | x = [y] + [z]      | x = [z] + [y]",
        "größe = 1        | größe = 2           | größe = [1]        | größe = [2]",
        "same             | same                | same               | same",
      })
  void changedWordsAreMarked(String before, String after, String left, String right) {
    WordMarks marks = WordMarks.of(before, after);
    assertThat(shown(marks.before())).isEqualTo(left);
    assertThat(shown(marks.after())).isEqualTo(right);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"import java.util.List; | return nothing(at, all)", "''|something", "a|b"})
  void linesWithLittleInCommonHaveNoMarks(String before, String after) {
    assertThat(WordMarks.of(before, after).before()).isEmpty();
  }

  @Test
  void surrogatePairsStayWhole() {
    WordMarks marks = WordMarks.of("say \ud83d\ude00 now", "say \ud83d\ude01 now");
    assertThat(shown(marks.before())).isEqualTo("say [\ud83d\ude00] now");
    assertThat(shown(marks.after())).isEqualTo("say [\ud83d\ude01] now");
  }

  @Test
  void piecesAreTheWholeLine() {
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 2_000; i++) {
      String before = line(random);
      String after = line(random);
      WordMarks marks = WordMarks.of(before, after);
      if (!marks.before().isEmpty()) {
        assertThat(joined(marks.before())).isEqualTo(before);
        assertThat(joined(marks.after())).isEqualTo(after);
      }
    }
  }

  private static String line(SplittableRandom random) {
    StringBuilder line = new StringBuilder();
    for (int i = random.nextInt(12); i > 0; i--) {
      line.append("ab (;_\u00e4".charAt(random.nextInt(7)));
    }
    return line.toString();
  }

  private static String joined(List<Piece> pieces) {
    return pieces.stream().map(Piece::text).collect(Collectors.joining());
  }

  @Test
  void longLinesCostLittle() {
    String before = "a,".repeat(300) + ";" + "b,".repeat(300);
    String after = "c,".repeat(300) + ";" + "b,".repeat(300);
    assertThat(WordMarks.of(before, after).before().getFirst())
        .isEqualTo(new Piece("a,".repeat(299) + "a", true));
    assertThat(WordMarks.of(before + before, after).before()).isEmpty();
  }
}
