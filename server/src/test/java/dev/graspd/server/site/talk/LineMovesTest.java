package dev.graspd.server.site.talk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.git.browse.FileDiff.Hunk;
import dev.graspd.server.git.browse.FileDiff.Line;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LineMovesTest {
  /** Lines by their signs. */
  private static Hunk hunk(int before, int after, String signs) {
    return new Hunk(
        before,
        after,
        signs
            .chars()
            .mapToObj(sign ->
                new Line(
                    switch (sign) {
                      case '+' -> Line.Kind.ADDED;
                      case '-' -> Line.Kind.REMOVED;
                      default -> Line.Kind.KEPT;
                    },
                    "",
                    false))
            .toList());
  }

  private static final List<Hunk> CHANGE = List.of(hunk(3, 3, " ++-  "), hunk(20, 21, " -- "));

  @ParameterizedTest
  @CsvSource({"1,1", "2,2", "3,3", "5,6", "6,7", "7,8", "19,20", "20,21", "23,22", "99,98"})
  void keptLineIsFoundAgain(int before, int after) {
    assertThat(LineMoves.moved(CHANGE, before)).isEqualTo(OptionalInt.of(after));
  }

  @ParameterizedTest
  @CsvSource({"4", "21", "22"})
  void removedLineIsGone(int line) {
    assertThat(LineMoves.moved(CHANGE, line)).isEmpty();
  }

  @Test
  void withoutAChangeLinesStay() {
    assertThat(LineMoves.moved(List.of(), 7)).isEqualTo(OptionalInt.of(7));
  }
}
