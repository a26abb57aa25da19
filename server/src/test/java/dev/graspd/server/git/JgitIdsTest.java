package dev.graspd.server.git;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.repo.Oid;
import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JgitIdsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "0000000000000000000000000000000000000000",
        "ffffffffffffffffffffffffffffffffffffffff",
        "0123456789abcdef0123456789abcdef01234567",
        "7fffffff80000000800000017ffffffe00000001"
      })
  void anIdIsTheSameForJgitAndBack(String hex) {
    ObjectId id = JgitIds.of(new Oid(hex));

    assertThat(id).isEqualTo(ObjectId.fromString(hex));
    assertThat(JgitIds.oid(id)).isEqualTo(new Oid(hex));
  }
}
