package dev.graspd.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefChange;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Objects that tags lead to are kept with the refs, and change no version (ADR 34). */
public interface PeeledContract extends RepositoryFixture {
  private SortedMap<Oid, Oid> peeled(RepoAddress repository) {
    return repositories()
        .refs(repository.identifier())
        .getOrDefault(repository.owner(), Refs.NONE)
        .peeled();
  }

  @Test
  default void targetsOfTagsAreKeptWithTheRefs() {
    write(tx -> tx.repositories().putRefs(ALICES, REFS));
    assertThat(peeled(ALICES)).isEmpty();
    write(tx -> tx.repositories().putPeeled(ALICES, new TreeMap<>(Map.of(COMMIT, OTHER))));
    assertThat(peeled(ALICES)).containsExactly(Map.entry(COMMIT, OTHER));
    assertThat(repositories().refs(FAMILY)).containsEntry(ALICES.owner(), REFS);
    assertThat(driver().<Refs>write(tx -> tx.repositories().refs(ALICES)).peeled())
        .containsOnlyKeys(COMMIT);
    write(tx -> tx.repositories().putPeeled(ALICES, new TreeMap<>(Map.of(COMMIT, COMMIT))));
    assertThat(peeled(ALICES)).as("corrected").containsExactly(Map.entry(COMMIT, COMMIT));
  }

  @Test
  default void targetsOfTagsChangeNoVersionAndAreNotInTheLog() {
    write(tx -> tx.repositories().putRefs(ALICES, REFS));
    long version = repositories().version(FAMILY);
    long last = store().lastSeq();
    write(tx -> tx.repositories().putPeeled(ALICES, new TreeMap<>(Map.of(COMMIT, OTHER))));
    assertThat(peeled(ALICES)).isNotEmpty();
    assertThat(repositories().version(FAMILY)).isEqualTo(version);
    assertThat(store().lastSeq()).isEqualTo(last);
  }

  @Test
  default void tagThatMovesLosesItsTargetAndOthersKeepTheirs() {
    RefName moving = new RefName("refs/tags/moving");
    Refs both = REFS.with(List.of(new RefChange(moving, Optional.of(OTHER))));
    write(tx -> {
      tx.repositories().putRefs(ALICES, both);
      tx.repositories().putPeeled(ALICES, new TreeMap<>(Map.of(COMMIT, COMMIT, OTHER, COMMIT)));
    });
    assertThat(peeled(ALICES)).containsOnlyKeys(COMMIT, OTHER);
    // A view from before the note knows nothing of targets; they stay nevertheless.
    write(tx -> tx.repositories().putRefs(ALICES, REFS));
    assertThat(peeled(ALICES)).containsOnlyKeys(COMMIT);
    write(tx -> tx.repositories().putRefs(ALICES, both));
    assertThat(peeled(ALICES)).as("gone with its tag").containsOnlyKeys(COMMIT);
  }

  @Test
  default void onlyTagsOfTheRepositoryHaveTargets() {
    write(tx -> {
      tx.repositories().putPeeled(ALICES, new TreeMap<>(Map.of(COMMIT, OTHER)));
      tx.repositories()
          .putRefs(BOBS, new Refs(new TreeMap<>(Map.of(MAIN, COMMIT)), Optional.of(MAIN)));
      tx.repositories().putPeeled(BOBS, new TreeMap<>(Map.of(COMMIT, OTHER, OTHER, COMMIT)));
    });
    assertThat(peeled(ALICES)).isEmpty();
    assertThat(allRefs()).containsOnlyKeys(BOBS);
    assertThat(peeled(BOBS)).isEmpty();
  }
}
