package dev.graspd.server.git.objects;

import static org.assertj.core.api.Assertions.assertThat;

import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.api.Test;

final class ObjectIdsTest {
  private static final ObjectId ONE = ObjectId.fromString("1".repeat(40));
  private static final ObjectId TWO = ObjectId.fromString("2".repeat(40));

  private final ObjectIds ids = new ObjectIds();

  @Test
  void anIdIsNewOnce() {
    assertThat(ids.isEmpty()).isTrue();
    assertThat(ids.add(ONE)).isTrue();
    assertThat(ids.add(ONE.copy())).isFalse();
    assertThat(ids.contains(ONE)).isTrue();
    assertThat(ids.contains(TWO)).isFalse();
    assertThat(ids.isEmpty()).isFalse();
  }

  @Test
  void addingAllKeepsWhatBothHave() {
    ObjectIds others = new ObjectIds();
    ids.add(ONE);
    others.add(ONE);
    others.add(TWO);
    ids.addAll(others);
    assertThat(ids.contains(ONE)).isTrue();
    assertThat(ids.contains(TWO)).isTrue();
  }
}
