package dev.graspd.server.git.browse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.tree.TreePath;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RevisionNameTest {
  private static final Refs REFS = refs();

  private static Refs refs() {
    TreeMap<RefName, Oid> values = new TreeMap<>();
    for (String name :
        new String[] {
          "refs/heads/main",
          "refs/heads/feature/x",
          "refs/heads/feature-2",
          "refs/heads/v1",
          "refs/heads/abcdef0",
          "refs/tags/v1",
          "refs/tags/release/1.0",
          "refs/nostr/" + "a".repeat(64)
        }) {
      values.put(new RefName(name), new Oid("1".repeat(40)));
    }
    return new Refs(values, Optional.of(new RefName("refs/heads/main")));
  }

  private static String shown(String address) {
    return RevisionName.of(TreePath.of(address).names(), REFS)
        .map(found ->
            switch (found) {
              case RevisionName.OfRef(var ref, var isAlsoTag, var path) ->
                  ref + (isAlsoTag ? " (also a tag)" : "") + " : " + path;
              case RevisionName.OfCommit(var id, var path) -> "commit " + id + " : " + path;
            })
        .orElse("nothing");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "main                      | refs/heads/main : ",
        "HEAD/README               | refs/heads/main : README",
        "main/src/a.c              | refs/heads/main : src/a.c",
        "feature/x/src             | refs/heads/feature/x : src",
        "v1/a                      | refs/heads/v1 (also a tag) : a",
        "refs/tags/v1/a            | refs/tags/v1 : a",
        "refs/heads/v1/a           | refs/heads/v1 : a",
        "release/1.0/doc           | refs/tags/release/1.0 : doc",
        "abcdef0/a                 | refs/heads/abcdef0 : a",
        "abcdef01/a                | commit abcdef01 : a",
      })
  void longestNameOfARefIsTheRevision(String address, String meaning) {
    assertThat(shown(address)).isEqualTo(meaning + (meaning.endsWith(":") ? " " : ""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"feature", "feature/y", "abcdef", "main~1", "main^", "Main", "ABCDEF01", "x"})
  void otherNamesMeanNothing(String address) {
    assertThat(shown(address)).isEqualTo("nothing");
  }

  @Test
  void headOfABranchThatIsNotThereMeansNothing() {
    Refs unborn = REFS.withHead(Optional.of(new RefName("refs/heads/none")));
    assertThat(RevisionName.of(TreePath.of("HEAD").names(), unborn)).isEmpty();
  }
}
