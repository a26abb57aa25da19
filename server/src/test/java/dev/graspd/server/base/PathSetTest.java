package dev.graspd.server.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class PathSetTest {
  private static final int COUNT = 10_000;

  @Test
  void containsExactlyWhatItWasMadeOf() {
    PathSet paths = PathSet.of(numbered(0));
    assertThat(numbered(0)).allMatch(paths::contains);
    assertThat(numbered(COUNT)).noneMatch(paths::contains);
    assertThat(PathSet.of(Stream.empty()).contains("ab/cd")).isFalse();
  }

  private static Stream<String> numbered(int first) {
    return IntStream.range(first, first + COUNT).mapToObj(n -> "ab/family/pack-" + n);
  }
}
