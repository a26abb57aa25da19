package dev.graspd.server.hosting;

import static dev.graspd.server.hosting.RepoWords.now;
import static dev.graspd.server.hosting.RepoWords.outcomes;
import static dev.graspd.testkit.TestKeys.ALICE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.policy.push.PushCommand;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.family.hunt.LandingOutcome;
import dev.graspd.server.family.objects.RealGit;
import dev.graspd.server.family.push.PushRequest;
import dev.graspd.server.gate.Origin;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.server.hosting.FaultyStore.Fault;
import dev.graspd.testkit.EventBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One of two hosts checks the packs; the other one knows from the store what is lost. */
@Timeout(120)
class LostDataHostsTest {
  private static final Identifier REPO = new Identifier("repo");
  private static final RepoAddress ALICES = new RepoAddress(ALICE.publicKey(), REPO);
  private static final Origin CLIENT =
      new Origin.Client(Collections.emptySortedSet(), Payer.operator());

  @TempDir Path directory;

  /** The second host may follow the log only when it needs a family. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void otherHostHuntsAndMendsWhatOneHasFound(boolean isLate) throws IOException {
    RealGit.Commits commits = RealGit.Commits.make(directory.resolve("scratch"));
    PackHosts packs = new PackHosts(directory.resolve("git"), commits, false);
    try (TwoHosts hosts = new TwoHosts(directory.resolve("relay"), Fault.NONE, isLate, packs)) {
      Oid lost = hosts.git(0).oid(1);
      hosted(hosts, lost);
      lose();
      check(hosts, 0);
      assertMisses(hosts, 0, lost);
      assertMisses(hosts, 1, lost);

      hosts.replace(1);
      assertMisses(hosts, 1, lost);

      assertThat(now(hosts.host(1).hunting().land(hosts.git(1).bring(REPO, 1))))
          .isInstanceOf(LandingOutcome.Joined.class);
      for (int host = 0; host < 2; host++) {
        assertThat(hosts.host(host).status().stats().damaged()).isZero();
        assertThat(hosts.host(host).hunting().waiting()).isEmpty();
        assertThat(hosts.host(host).hunting().missingData(REPO).isMissingNothing()).isTrue();
        packs.of(host).walk(REPO, lost);
      }
    }
  }

  private static void hosted(TwoHosts hosts, Oid main) {
    String path = "/" + Bech32.npub(ALICE.publicKey()) + "/repo.git";
    send(
        hosts,
        EventBuilder.kind(30617)
            .tag("d", "repo")
            .tag("clone", "https://git.example.org" + path, "https://mirror.example.com" + path)
            .tag("relays", "wss://git.example.org")
            .unsignedBy(ALICE));
    send(
        hosts,
        EventBuilder.kind(30618)
            .tag("d", "repo")
            .tag("HEAD", "ref: refs/heads/main")
            .tag("refs/heads/main", main.hex())
            .unsignedBy(ALICE));
    PushCommand command = new PushCommand("refs/heads/main", Oid.ZERO, main);
    PushRequest request = new PushRequest(ALICES, List.of(command), false, Payer.operator());
    assertThat(outcomes(now(hosts.host(0).pushes().perform(request, hosts.git(0).bring(REPO, 1)))))
        .isEqualTo("ok");
  }

  private static void send(TwoHosts hosts, Event event) {
    assertThat(now(hosts.host(0).reception().receive(event, CLIENT)).reply(event.id()).message())
        .startsWith("purgatory:");
  }

  private void lose() throws IOException {
    try (Stream<Path> files = Files.list(new Layout(directory.resolve("git")).packs(REPO))) {
      for (Path pack : files.filter(file -> file.toString().endsWith(".pack")).toList()) {
        Files.delete(pack);
      }
    }
  }

  private static void check(TwoHosts hosts, int host) {
    try {
      hosts.host(host).packs().check(REPO, hosts.store.repositories().packs(REPO));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void assertMisses(TwoHosts hosts, int host, Oid lost) {
    RepositoryHost one = hosts.host(host);
    assertThat(one.status().stats().damaged()).isEqualTo(1);
    assertThat(one.hunting().waiting()).containsExactly(REPO);
    assertThat(one.hunting().missingData(REPO).wanted()).containsExactly(lost);
    assertThat(one.hunting().haves(REPO).tips()).isEmpty();
  }
}
