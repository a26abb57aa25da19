package dev.graspd.core.hunt.copy;

import static dev.graspd.core.hunt.HuntExample.hosted;
import static dev.graspd.core.policy.Example.SERVICE;
import static dev.graspd.core.policy.Example.key;
import static dev.graspd.core.repo.Standing.SERVED;
import static dev.graspd.core.repo.Standing.WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.hunt.HuntExample;
import dev.graspd.core.hunt.domain.CloneUrl;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Maintainers.Mode;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CopyLookTest {
  private static final CloneUrl A = CloneUrl.parse("https://a.org/r").orElseThrow();
  private static final CloneUrl B = CloneUrl.parse("https://b.org/r").orElseThrow();
  private static final Oid ONE = new Oid("1".repeat(40));
  private static final Oid TWO = new Oid("2".repeat(40));

  private static SortedMap<RefName, Oid> many(int count, Oid value) {
    SortedMap<RefName, Oid> refs = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      refs.put(new RefName("refs/heads/%s%d".formatted("x".repeat(40), i)), value);
    }
    return refs;
  }

  private static Refs refs(Oid main) {
    return new Refs(new TreeMap<>(Map.of(new RefName("refs/heads/main"), main)), Optional.empty());
  }

  private static SortedMap<PublicKey, RefComparison> compared(
      Family family, CloneUrl url, SortedMap<RefName, Oid> there) {
    return CopyLook.compare(family, SERVICE, url, there, Optional.empty());
  }

  @Test
  void eachRepositoryIsComparedWithItsOwnCopiesOnly() {
    Family family =
        HuntExample.family(Mode.RECIPROCAL)
            .with(hosted("a", "", SERVED, A.text()))
            .with(hosted("b", "", SERVED, A.text(), B.text()))
            .with(hosted("c", "", WAITING, A.text()))
            .withRefs(key("a"), refs(ONE))
            .withRefs(key("b"), refs(TWO));

    SortedMap<PublicKey, RefComparison> ofA = compared(family, A, refs(ONE).values());
    assertThat(ofA).containsOnlyKeys(key("a"), key("b"));
    assertThat(new CopyLook(7, ofA).of(key("a")).orElseThrow().isSame()).isTrue();
    assertThat(new CopyLook(7, ofA).of(key("b")).orElseThrow().differing()).isEqualTo(1);
    assertThat(compared(family, B, refs(TWO).values())).containsOnlyKeys(key("b"));
  }

  @Test
  void repositoryWithoutOtherCopiesHasNoEntry() {
    Family family =
        HuntExample.family(Mode.RECIPROCAL)
            .with(hosted("a", "", SERVED, "https://git.example.org/x/r.git"))
            .withRefs(key("a"), refs(ONE));

    assertThat(compared(family, A, refs(ONE).values())).isEmpty();
  }

  @Test
  void beyondItsBytesALookKeepsNumbersAndThenNothing() {
    Family family = HuntExample.family(Mode.RECIPROCAL);
    for (String owner :
        List.of("1", "2", "3", "4", "5", "6", "7", "8", "9", "a", "b", "c", "d", "e")) {
      family =
          family
              .with(hosted(owner, "", SERVED, A.text()))
              .withRefs(key(owner), new Refs(many(30, ONE), Optional.empty()));
    }
    SortedMap<PublicKey, RefComparison> found = compared(family, A, many(30, TWO));

    assertThat(new CopyLook(7, found).heapBytes()).isLessThanOrEqualTo(CopyLook.BYTES_MAX);
    assertThat(found.values().stream().filter(one -> !one.differs().isEmpty())).isNotEmpty();
    assertThat(found.values().stream().filter(one -> one.differs().isEmpty())).isNotEmpty();
    assertThat(found).hasSizeBetween(3, 13);
    assertThat(found.values()).allMatch(one -> one.differing() == 30);
  }
}
