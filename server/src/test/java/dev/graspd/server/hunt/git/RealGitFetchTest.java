package dev.graspd.server.hunt.git;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.server.git.Scratch;
import dev.graspd.server.hunt.git.FetchFixture.Result;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** We fetch from the real git, in both dialects. */
@Timeout(180)
final class RealGitFetchTest {
  @TempDir Path temporary;
  private Scratch scratch;
  private RealGitServer server;
  private FetchFixture bench;
  private String url;

  @BeforeEach
  void begin() throws Exception {
    scratch = Scratch.init(temporary.resolve("served/repo"));
    server = new RealGitServer(temporary.resolve("served"));
    url = server.url("repo/.git");
    bench = new FetchFixture(temporary.resolve("data"));
  }

  @AfterEach
  void end() {
    bench.close();
    server.close();
  }

  @ParameterizedTest
  @EnumSource
  void refsAreReadWithWhatTagsLeadTo(Dialect dialect) throws IOException {
    String commit = scratch.commit("a", "one");
    scratch.git("tag", "-a", "-m", "first", "v1");
    scratch.git("update-ref", "refs/pull/1/head", commit);
    String tag = scratch.git("rev-parse", "v1");
    try (Remote remote = bench.opened(url, dialect)) {
      Advertised advertised = remote.advertised();
      assertThat(advertised.refs())
          .containsExactly(
              entry("refs/heads/main", commit),
              entry("refs/pull/1/head", commit),
              entry("refs/tags/v1", tag));
      assertThat(advertised.head()).contains(new RefName("refs/heads/main"));
      assertThat(advertised.ids()).isEqualTo(FetchFixture.ids(List.of(commit, tag)));
      assertThat(advertised.among(FetchFixture.ids(List.of(tag, "1".repeat(40)))))
          .isEqualTo(FetchFixture.ids(List.of(tag)));
    }
  }

  @ParameterizedTest
  @EnumSource
  void packBringsEverythingThatIsWanted(Dialect dialect) throws IOException {
    String first = scratch.commit("a", "one");
    scratch.git("tag", "-a", "-m", "first", "v1");
    String tag = scratch.git("rev-parse", "v1");
    String second = scratch.commit("b", "two");
    assertThat(fetched(dialect, second, tag)).isEqualTo(brought(second, tag));
    for (String id : List.of(first, second, tag, scratch.git("rev-parse", "main:a"))) {
      assertThat(bench.objects().kindOf(new Oid(id))).as(id).isPresent();
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatWeHaveIsNotSentAgain(Dialect dialect) throws IOException {
    byte[] large = new byte[1 << 20];
    new Random(3).nextBytes(large);
    String first = scratch.commit("large", large);
    assertThat(fetched(dialect, first)).isEqualTo(brought(first));
    long before = bench.deadline.receivedBytes();
    assertThat(before).isGreaterThan(1 << 20);
    String second = scratch.commit("small", "two");
    assertThat(fetched(dialect, second)).isEqualTo(brought(second));
    assertThat(bench.deadline.receivedBytes() - before).isLessThan(10_000);
    assertThat(server.posted().getLast()).contains("have " + first).contains("done");
  }

  /** Haves that the server does not know are no reason to fail. */
  @ParameterizedTest
  @EnumSource
  void unrelatedHavesAreHarmless(Dialect dialect) throws IOException {
    String first = scratch.commit("a", "one");
    assertThat(fetched(dialect, first)).isEqualTo(brought(first));
    scratch.git("checkout", "-q", "--orphan", "other");
    String other = scratch.commit("z", "new");
    scratch.git("update-ref", "-d", "refs/heads/main");
    scratch.git("reflog", "expire", "--expire=now", "--all");
    scratch.git("gc", "-q", "--prune=now");
    assertThat(fetched(dialect, other)).isEqualTo(brought(other));
  }

  @ParameterizedTest
  @EnumSource
  void whatATagLeadsToComesWithTheTag(Dialect dialect) throws IOException {
    String tagged = scratch.commit("a", "one");
    scratch.git("tag", "-a", "-m", "first", "v1");
    scratch.commit("b", "two");
    try (Remote remote = bench.opened(url, dialect)) {
      assertThat(remote.advertised().ids()).contains(new Oid(tagged));
      assertThat(bench.fetch(remote, tagged)).isEqualTo(brought(tagged));
    }
    assertThat(server.posted().getLast()).contains("want " + scratch.git("rev-parse", "v1"));
  }

  @ParameterizedTest
  @EnumSource
  void singleIdIsFetchedWhereThatIsAllowed(Dialect dialect) throws IOException {
    String first = scratch.commit("a", "one");
    scratch.commit("b", "two");
    scratch.git("config", "uploadpack.allowReachableSHA1InWant", "true");
    try (Remote remote = bench.opened(url, dialect)) {
      assertThat(remote.givesUnadvertised()).isTrue();
      assertThat(bench.fetch(remote, first)).isEqualTo(brought(first));
      String nowhere = "1".repeat(40);
      assertThat(bench.fetch(remote, nowhere))
          .isEqualTo(
              new Result.Failed(new FetchFailure.Refused("upload-pack: not our ref " + nowhere)));
    }
  }

  @ParameterizedTest
  @EnumSource(names = "V0")
  void singleIdIsNotAskedForWhereItIsNotAllowed(Dialect dialect) throws IOException {
    String first = scratch.commit("a", "one");
    scratch.commit("b", "two");
    try (Remote remote = bench.opened(url, dialect)) {
      assertThat(remote.givesUnadvertised()).isFalse();
      assertThat(bench.fetch(remote, first))
          .isEqualTo(
              new Result.Failed(new FetchFailure.Refused("it gives only what its refs name")));
    }
    assertThat(server.posted()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void emptyRepositoryHasNoRefs(Dialect dialect) {
    try (Remote remote = bench.opened(url, dialect)) {
      assertThat(remote.advertised().refs()).isEmpty();
      assertThat(remote.advertised().ids()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void tenThousandRefsAreRead(Dialect dialect) throws IOException {
    String commit = scratch.commit("a", "one");
    StringBuilder packed = new StringBuilder();
    for (int i = 0; i < 10_000; i++) {
      packed.append(commit).append(" refs/heads/branch-%05d\n".formatted(i));
    }
    Files.writeString(
        scratch.directory().resolve(".git/packed-refs"), packed, StandardCharsets.UTF_8);
    try (Remote remote = bench.opened(url, dialect)) {
      assertThat(remote.advertised().refs()).hasSize(10_001);
      assertThat(remote.advertised().ids()).isEqualTo(FetchFixture.ids(List.of(commit)));
    }
  }

  @ParameterizedTest
  @EnumSource
  void repositoryThatIsNotThereIsNone(Dialect dialect) {
    assertThat(bench.open(server.url("none.git"), dialect))
        .isEqualTo(new Opening.Failed(new FetchFailure.NoRepository("HTTP 404")));
  }

  private Result fetched(Dialect dialect, String... wanted) throws IOException {
    try (Remote remote = bench.opened(url, dialect)) {
      return bench.fetch(remote, wanted);
    }
  }

  private static Result brought(String... ids) {
    return new Result.Brought(new TreeSet<>(FetchFixture.ids(List.of(ids))));
  }

  private static Map.Entry<RefName, Oid> entry(String name, String id) {
    return Map.entry(new RefName(name), new Oid(id));
  }
}
