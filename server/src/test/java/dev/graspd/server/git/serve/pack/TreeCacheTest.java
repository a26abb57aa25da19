package dev.graspd.server.git.serve.pack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.repo.Identifier;
import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.api.Test;

class TreeCacheTest {
  private static final Identifier FAMILY = new Identifier("family");
  private static final Identifier OTHER = new Identifier("other");
  private static final int TREE = 1_000;
  private static final int BYTES_MAX = 16 * TREE;

  private final TreeCache cache = new TreeCache(BYTES_MAX);

  private static ObjectId id(int number) {
    return ObjectId.fromString("%040x".formatted(number));
  }

  private void keep(Identifier family, int number) {
    cache.of(family).keep(id(number), new byte[TREE]);
  }

  private boolean hasKept(Identifier family, int number) {
    return cache.of(family).find(id(number)) != null;
  }

  @Test
  void whatOneFetchReadTheNextFinds() {
    byte[] content = {1, 2, 3};
    cache.of(FAMILY).keep(id(1), content);
    assertThat(cache.of(FAMILY).find(id(1))).isSameAs(content);
    assertThat(cache.of(FAMILY).find(id(2))).isNull();
  }

  @Test
  void familiesDoNotSeeEachOther() {
    keep(FAMILY, 1);
    assertThat(hasKept(OTHER, 1)).isFalse();
  }

  @Test
  void whatWasUsedLastStays() {
    for (int n = 0; n < 100; n++) {
      keep(FAMILY, n);
      assertThat(hasKept(FAMILY, 0)).as("after %s", n).isTrue();
      assertThat(cache.bytes()).isLessThanOrEqualTo(BYTES_MAX);
    }
    assertThat(hasKept(FAMILY, 1)).isFalse();
    assertThat(hasKept(FAMILY, 99)).isTrue();
  }

  @Test
  void keepingTheSameAgainCostsNothing() {
    keep(FAMILY, 1);
    long once = cache.bytes();
    keep(FAMILY, 1);
    assertThat(cache.bytes()).isEqualTo(once);
  }

  @Test
  void oneFetchTakesOnlyItsPart() {
    TreeCache.Use fetch = cache.of(FAMILY);
    assertThat(fetch.mayKeep(BYTES_MAX / 8)).as("more than a part").isFalse();
    assertThat(fetch.mayKeep(TREE)).isTrue();
    assertThat(fetch.mayKeep(TREE)).isFalse();
    assertThat(cache.of(FAMILY).mayKeep(TREE)).as("the next fetch").isTrue();
  }

  @Test
  void withoutBytesNothingIsKept() {
    assertThat(new TreeCache(0).of(FAMILY).mayKeep(0)).isFalse();
  }

  @Test
  void familyIsForgottenAsAWhole() {
    keep(FAMILY, 1);
    keep(FAMILY, 2);
    keep(OTHER, 1);
    long one = cache.bytes() / 3;
    cache.forget(FAMILY);
    assertThat(hasKept(FAMILY, 1)).isFalse();
    assertThat(hasKept(OTHER, 1)).isTrue();
    assertThat(cache.bytes()).isEqualTo(one);
  }
}
