package dev.graspd.server.family.objects;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.repo.Oid;
import dev.graspd.server.hosting.RepoWords;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DeferredHistoryChecksTest {
  private final Queue<Runnable> later = new ArrayDeque<>();
  private final DeferredHistoryChecks late =
      new DeferredHistoryChecks(
          10,
          1_000,
          identifier -> Family.empty(identifier, Maintainers.Mode.RECIPROCAL),
          new SetOfObjects(),
          later::add,
          () -> 0);

  private static SortedSet<Oid> ids(int from, int to) {
    return new TreeSet<>(IntStream.range(from, to).mapToObj(RepoWords::oid).toList());
  }

  private static Identifier family(int number) {
    return new Identifier("family" + number);
  }

  @Test
  void aFamilyHasAHundredthOfWhatWaits() {
    late.seek(family(1), ids(0, 7));
    late.seek(family(1), ids(0, 7));
    assertThat(late.waitingObjects()).as("each once").isEqualTo(7);
    late.seek(family(1), ids(5, 500));
    assertThat(late.waitingObjects()).isEqualTo(10);
  }

  @Test
  void whatWaitsIsBoundedOverAllFamiliesAndGivenBack() {
    for (int i = 0; i < 150; i++) {
      late.seek(family(i), ids(0, 10));
    }
    assertThat(late.waitingObjects()).isEqualTo(1_000);
    assertThat(later).as("one family at a time").hasSize(1);
    later.remove().run();
    assertThat(late.waitingObjects()).isEqualTo(990);
  }
}
