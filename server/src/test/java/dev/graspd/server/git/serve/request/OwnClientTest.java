package dev.graspd.server.git.serve.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Standing;
import dev.graspd.server.egress.Egress;
import dev.graspd.server.egress.dial.EgressRules;
import dev.graspd.server.egress.dial.EgressSetup;
import dev.graspd.server.egress.dial.EgressTimes;
import dev.graspd.server.egress.dial.NamedBy;
import dev.graspd.server.egress.dial.Target;
import dev.graspd.server.egress.dns.Resolution;
import dev.graspd.server.egress.http.FetchDeadline;
import dev.graspd.server.egress.http.FetchLimits;
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
import dev.graspd.server.hunt.git.FetchFailure;
import dev.graspd.server.hunt.git.FetchOutcome;
import dev.graspd.server.hunt.git.GitFetcher;
import dev.graspd.server.hunt.git.GitLimits;
import dev.graspd.server.hunt.git.Opening;
import dev.graspd.server.hunt.git.Remote;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Our own client reads from us, as one server of ours does from another. */
@Timeout(120)
class OwnClientTest {
  private static final Identifier FAMILY = new Identifier("family");
  private static final RepoAddress ALICE = new RepoAddress(PublicKey.parse("1".repeat(64)), FAMILY);

  @TempDir Path temp;
  private Git git;
  private Layout layout;
  private ObjectStores stores;
  private UploadService uploads;
  private GitHttp http;
  private Egress egress;
  private Scratch scratch;

  @BeforeEach
  void begin() throws IOException {
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
    egress =
        Egress.open(
            EgressSetup.trustingUsually(
                new EgressRules(true, true, List.of(), List.of()),
                EgressTimes.DEFAULT,
                "graspd/test",
                _ -> CompletableFuture.completedFuture(new Resolution.DoesNotExist()),
                new SecureRandom()));
  }

  @AfterEach
  void end() {
    egress.close();
    http.close();
    uploads.close();
    stores.close();
  }

  @Test
  void clonesAndFetchesWhatIsNew() throws IOException {
    Oid first = scratch.commit("a", "one");
    scratch.run("tag", "-a", "-m", "A tag", "v1");
    Oid second = scratch.commit("b", "two");
    try (Remote remote = opened()) {
      assertThat(remote.advertised().refs()).isEqualTo(scratch.refs().values());
      assertThat(remote.advertised().head()).isEqualTo(scratch.refs().head());
      assertThat(remote.advertised().ids()).contains(first, second);
      assertThat(objectsIn(fetched(remote, ids(second), ids()))).isEqualTo(6);
      assertThat(objectsIn(fetched(remote, ids(second), ids(first)))).isEqualTo(3);
    }
  }

  @Test
  void idsOfOthersAreRefusedInWords() throws IOException {
    Oid first = scratch.commit("a", "one");
    try (Remote remote = opened()) {
      Oid nowhere = new Oid("1234".repeat(10));
      assertThat(outcome(remote, ids(nowhere), ids()))
          .isEqualTo(
              new FetchOutcome.Failed<>(
                  new FetchFailure.Refused("upload-pack: not our ref " + nowhere)));
      assertThat(objectsIn(fetched(remote, ids(first), ids()))).isEqualTo(3);
    }
  }

  @Test
  void emptyRepositoryHasNothing() {
    try (Remote remote = opened(http.serve("empty", hosted(Refs.NONE)))) {
      assertThat(remote.advertised().ids()).isEmpty();
    }
  }

  private Remote opened() throws IOException {
    Refs refs = scratch.refs();
    scratch.publish(layout, FAMILY);
    return opened(http.serve("alice", hosted(refs)));
  }

  private Remote opened(String url) {
    GitFetcher fetcher =
        new GitFetcher(egress.http(), GitLimits.DEFAULT, "graspd/test", InstantSource.system());
    FetchDeadline deadline = new FetchDeadline(FetchLimits.DEFAULT, System::nanoTime);
    return switch (fetcher.open(target(url), deadline)) {
      case Opening.Opened(var remote) -> remote;
      case Opening.Failed(var failure) -> throw new AssertionError(failure.text());
    };
  }

  private static Target target(String url) {
    return switch (Target.parse(url, NamedBy.STRANGER)) {
      case Target.Parsed.Valid(var target) -> target;
      case Target.Parsed.Invalid(var why) -> throw new AssertionError(why);
    };
  }

  private static FetchOutcome<byte[]> outcome(
      Remote remote, SortedSet<Oid> wants, SortedSet<Oid> haves) throws IOException {
    return remote.fetch(wants, haves, 1 << 20, pack -> pack.readAllBytes());
  }

  private static byte[] fetched(Remote remote, SortedSet<Oid> wants, SortedSet<Oid> haves)
      throws IOException {
    return switch (outcome(remote, wants, haves)) {
      case FetchOutcome.Received(var pack, _) -> pack;
      case FetchOutcome.Failed(var failure) -> throw new AssertionError(failure.text());
    };
  }

  /** Has git index the pack, and count. */
  private long objectsIn(byte[] pack) throws IOException {
    Path file = Files.createTempFile(temp, "fetched", ".pack");
    Files.write(file, pack);
    git.run(temp, "index-pack", file.toString());
    return git.run(temp, "verify-pack", "-v", file.toString())
        .lines()
        .filter(line -> line.matches("[0-9a-f]{40} .*"))
        .count();
  }

  private static SortedSet<Oid> ids(Oid... ids) {
    return new TreeSet<>(List.of(ids));
  }

  private static HostedRepository hosted(Refs refs) {
    return new HostedRepository(ALICE, Standing.SERVED, refs, new TreeMap<>());
  }
}
