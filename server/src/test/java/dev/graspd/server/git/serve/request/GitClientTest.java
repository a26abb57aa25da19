package dev.graspd.server.git.serve.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Standing;
import dev.graspd.server.git.GitMetrics;
import dev.graspd.server.git.JgitSetup;
import dev.graspd.server.git.TestPacks;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.server.git.objects.ObjectStores;
import dev.graspd.server.git.serve.Git;
import dev.graspd.server.git.serve.GitHttp;
import dev.graspd.server.git.serve.Scratch;
import dev.graspd.server.git.serve.UploadService;
import dev.graspd.server.git.serve.pack.TestGround;
import dev.graspd.server.hosting.HostedRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.eclipse.jgit.lib.ObjectReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The real git reads from us. */
class GitClientTest {
  private static final Identifier FAMILY = new Identifier("family");
  private static final RepoAddress ALICE = new RepoAddress(PublicKey.parse("1".repeat(64)), FAMILY);
  private static final RepoAddress BOB = new RepoAddress(PublicKey.parse("2".repeat(64)), FAMILY);
  private static final RefName PULL = new RefName("refs/nostr/" + "d".repeat(64));

  @TempDir Path temp;

  private Git git;
  private Layout layout;
  private ObjectStores stores;
  private UploadService uploads;
  private GitHttp http;
  private Scratch scratch;
  private Oid first;
  private Oid second;
  private Oid third;

  @BeforeEach
  void fill() throws IOException {
    JgitSetup.apply();
    git = new Git(temp);
    layout = new Layout(temp.resolve("data"));
    stores = TestPacks.lying(layout);
    uploads =
        new UploadService(
            TestGround.over(stores),
            ServeLimits.forCores(2),
            "graspd/test",
            GitMetrics.NONE,
            System::nanoTime);
    http = new GitHttp(uploads);
    scratch = new Scratch(git, temp.resolve("scratch"));
    first = scratch.commit("a/small.txt", "one");
    second = scratch.commit("a/large.txt", "two ".repeat(1_000));
    scratch.run("tag", "-a", "-m", "A tag", "v1");
    third = scratch.commit("b.txt", "three");
    scratch.run("update-ref", PULL.text(), second.hex());
  }

  @AfterEach
  void stop() {
    http.close();
    uploads.close();
    stores.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void cloneHasEverything(int version) throws IOException {
    String url = served();
    run(version, "clone", "-q", url, "copy");
    Path copy = temp.resolve("copy");
    assertThat(git.oid(copy, "HEAD")).isEqualTo(third);
    assertThat(git.run(copy, "symbolic-ref", "HEAD")).isEqualTo("refs/heads/main");
    assertThat(git.oid(copy, "v1^{}")).isEqualTo(second);
    assertThat(git.run(copy, "fsck", "--strict")).doesNotContain("error").doesNotContain("missing");
    assertThat(Files.readString(copy.resolve("b.txt"))).isEqualTo("three");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void remoteRefsAreListedWithHeadFirst(int version) throws IOException {
    String list = run(version, "ls-remote", "--symref", served());
    assertThat(list.lines())
        .containsExactly(
            "ref: refs/heads/main\tHEAD",
            third + "\tHEAD",
            third + "\trefs/heads/main",
            second + "\t" + PULL,
            scratch.oid("v1") + "\trefs/tags/v1",
            second + "\trefs/tags/v1^{}");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void fetchBringsWhatIsNew(int version) throws IOException {
    String url = served();
    run(version, "clone", "-q", url, "copy");
    Oid fourth = scratch.commit("c.txt", "four");
    served();
    Path copy = temp.resolve("copy");
    git.run(copy, "-c", "protocol.version=" + version, "fetch", "-q", "origin");
    assertThat(git.oid(copy, "origin/main")).isEqualTo(fourth);
    git.run(copy, "fsck");
    assertThat(git.run(copy, "-c", "protocol.version=" + version, "fetch", "origin")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void shallowCloneIsDeepenedAndMadeWhole(int version) throws IOException {
    run(version, "clone", "-q", "--depth=1", served(), "copy");
    Path copy = temp.resolve("copy");
    String setting = "protocol.version=" + version;
    assertThat(git.run(copy, "rev-list", "--count", "HEAD")).isEqualTo("1");
    git.run(copy, "-c", setting, "fetch", "-q", "--depth=2");
    assertThat(git.run(copy, "rev-list", "--count", "HEAD")).isEqualTo("2");
    git.run(copy, "-c", setting, "fetch", "-q", "--unshallow");
    assertThat(git.run(copy, "rev-list", "--count", "HEAD")).isEqualTo("3");
    git.run(copy, "fsck");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void historyIsCutByARef(int version) throws IOException {
    run(version, "clone", "-q", "--shallow-exclude=v1", served(), "copy");
    assertThat(git.run(temp.resolve("copy"), "rev-list", "HEAD")).isEqualTo(third.hex());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void historyIsCutByATime(int version) throws IOException {
    run(
        version,
        "clone",
        "-q",
        "--shallow-since=" + (Scratch.BEGIN_SECONDS + 150),
        served(),
        "copy");
    assertThat(git.run(temp.resolve("copy"), "rev-list", "--count", "HEAD")).isEqualTo("2");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void shallowCloneIsDeepenedFromWhereItEnds(int version) throws IOException {
    run(version, "clone", "-q", "--depth=1", served(), "copy");
    Path copy = temp.resolve("copy");
    String setting = "protocol.version=" + version;
    git.run(copy, "-c", setting, "fetch", "-q", "--deepen=1");
    assertThat(git.run(copy, "rev-list", "--count", "HEAD")).isEqualTo("2");
    git.run(copy, "-c", setting, "fetch", "-q", "--deepen=1");
    assertThat(git.run(copy, "rev-list", "--count", "HEAD")).isEqualTo("3");
    git.run(copy, "-c", setting, "fetch", "-q", "--deepen=5");
    assertThat(git.run(copy, "rev-list", "--count", "HEAD")).isEqualTo("3");
    git.run(copy, "fsck");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0 blob:none",
        "1 blob:none",
        "2 blob:none",
        "0 blob:limit=100",
        "2 blob:limit=1k",
        "0 tree:0",
        "2 tree:0",
        "2 tree:1"
      })
  void partialCloneFetchesTheRestWhenItIsNeeded(String row) throws IOException {
    String version = row.substring(0, 1);
    run(
        "clone",
        "-q",
        "--no-checkout",
        "--filter=" + row.substring(2),
        "--config=protocol.version=" + version,
        served(),
        "copy");
    Path copy = temp.resolve("copy");
    String missing = git.run(copy, "rev-list", "--objects", "--all", "--missing=print");
    assertThat(missing).contains("?");
    git.run(copy, "checkout", "-q", "main");
    assertThat(Files.readString(copy.resolve("a/large.txt"))).hasSize(4_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sparse:oid=main", "object:type=blob", "combine:blob:none+tree:1"})
  void otherFiltersAreRefusedByName(String filter) throws IOException {
    Git.Result result = git.attempt(temp, "clone", "-q", "--filter=" + filter, served(), "copy");
    assertThat(result.status()).isNotZero();
    assertThat(result.output()).contains("filter not supported: '" + filter + "' is not one of");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void anyReachableObjectIsFetchedById(int version) throws IOException {
    String url = served();
    run("init", "-q", "copy");
    Path copy = temp.resolve("copy");
    for (String revision :
        new String[] {"main~1", "main~2^{tree}", "main~2:a", "main:a/small.txt"}) {
      Oid id = scratch.oid(revision);
      git.run(copy, "-c", "protocol.version=" + version, "fetch", "-q", url, id.hex());
      assertThat(git.run(copy, "cat-file", "-t", id.hex())).isNotEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "0 -b", "2", "2 -b"})
  void objectsOfASiblingAreRefused(String row) throws IOException {
    Refs before = scratch.refs();
    Oid fourth = scratch.commit("secret/plan.txt", "of the sibling only");
    scratch.publish(layout, FAMILY, row.endsWith("-b") ? new String[] {"-b"} : new String[0]);
    try (ObjectStores.Lease lease = stores.lease(FAMILY);
        ObjectReader reader = lease.directory().newReader()) {
      assertThat(reader.getBitmapIndex() != null).isEqualTo(row.endsWith("-b"));
    }
    String alice = http.serve("alice", hosted(ALICE, before));
    String bob = http.serve("bob", hosted(BOB, scratch.refs()));
    run("init", "-q", "copy");
    Path copy = temp.resolve("copy");
    String setting = "protocol.version=" + row.charAt(0);
    for (String revision :
        new String[] {"main", "main^{tree}", "main:secret", "main:secret/plan.txt"}) {
      String id = scratch.oid(revision).hex();
      Git.Result refused = git.attempt(copy, "-c", setting, "fetch", alice, id);
      assertThat(refused.status()).as(revision).isNotZero();
      assertThat(refused.output()).contains("upload-pack: not our ref " + id);
      git.run(copy, "-c", setting, "fetch", "-q", alice, third.hex());
    }
    git.run(copy, "-c", setting, "fetch", "-q", bob, fourth.hex());
    assertThat(git.oid(copy, "FETCH_HEAD")).isEqualTo(fourth);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void missingObjectIsNotOurs(int version) throws IOException {
    String url = served();
    run("init", "-q", "copy");
    String id = "1234".repeat(10);
    Git.Result result =
        git.attempt(temp.resolve("copy"), "-c", "protocol.version=" + version, "fetch", url, id);
    assertThat(result.output()).contains("upload-pack: not our ref " + id);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void emptyRepositoryIsCloned(int version) {
    String url = http.serve("empty", hosted(ALICE, Refs.NONE));
    assertThat(run(version, "clone", url, "copy")).contains("empty repository");
    assertThat(Files.exists(layout.root())).isFalse();
  }

  @Test
  void lapsedRepositoryLooksEmpty() throws IOException {
    Refs refs = scratch.refs();
    scratch.publish(layout, FAMILY);
    String url =
        http.serve("lapsed", new HostedRepository(ALICE, Standing.LAPSED, refs, new TreeMap<>()));
    assertThat(run("ls-remote", url)).isEmpty();
  }

  @Test
  void refOfAPullRequestIsFetched() throws IOException {
    String url = served();
    run("clone", "-q", url, "copy");
    Path copy = temp.resolve("copy");
    git.run(copy, "fetch", "-q", "origin", PULL.text());
    assertThat(git.oid(copy, "FETCH_HEAD")).isEqualTo(second);
  }

  @Test
  void placeholdersAreNotListedForReaders() throws IOException {
    Refs refs = scratch.refs();
    scratch.publish(layout, FAMILY);
    RefName waiting = new RefName("refs/nostr/" + "e".repeat(64));
    String url =
        http.serve(
            "alice",
            new HostedRepository(
                ALICE, Standing.SERVED, refs, new TreeMap<>(Map.of(waiting, first))));
    assertThat(run(0, "ls-remote", url)).doesNotContain(waiting.text());
    assertThat(run(2, "ls-remote", url)).doesNotContain(waiting.text());
  }

  @Test
  void nothingIsLeftInQuarantineAndNothingIsWrittenElsewhere() throws IOException {
    run("clone", "-q", served(), "copy");
    try (Stream<Path> files = Files.walk(layout.root())) {
      assertThat(files.filter(Files::isRegularFile))
          .allMatch(file -> file.startsWith(layout.packs(FAMILY)));
    }
    try (Stream<Path> files = Files.list(layout.packs(FAMILY))) {
      assertThat(files).noneMatch(file -> file.getFileName().toString().contains("probe"));
    }
  }

  private String served() throws IOException {
    Refs refs = scratch.refs();
    scratch.publish(layout, FAMILY);
    return http.serve("alice", hosted(ALICE, refs));
  }

  private static HostedRepository hosted(RepoAddress address, Refs refs) {
    return new HostedRepository(address, Standing.SERVED, refs, new TreeMap<>());
  }

  private String run(String... arguments) {
    return git.run(temp, arguments);
  }

  /** Runs git with a version of the protocol. */
  private String run(int version, String... arguments) {
    String[] all =
        Stream.concat(Stream.of("-c", "protocol.version=" + version), Stream.of(arguments))
            .toArray(String[]::new);
    return git.run(temp, all);
  }
}
