package dev.graspd.server.hosting;

import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static dev.graspd.testkit.TestKeys.MALLORY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.policy.push.PushCommand;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.store.Removal;
import dev.graspd.server.app.command.Doctor;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.family.PushVerdict;
import dev.graspd.server.family.objects.RealGit;
import dev.graspd.server.family.push.PushRequest;
import dev.graspd.testkit.EventBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Submissions keep their objects: real packs, the real store. */
@Timeout(120)
class SubmissionRootsTest {
  @TempDir Path temporary;

  @Test
  void itsObjectsOutliveTheRepositoriesOfItsFamily() throws IOException {
    RealGit.Commits commits = RealGit.Commits.make(temporary.resolve("scratch"));
    Path relay = temporary.resolve("relay");
    Path objects = temporary.resolve("git");
    Oid submitted;
    try (RealGit git = new RealGit(objects, commits, FailPoints.NONE);
        HuntFixture bench = new HuntFixture(relay, git)) {
      HuntFixture.Repo repo = bench.repo("repo");
      repo.hosted(ALICE);
      submitted = git.oid(4);
      submit(bench, git, repo);
      forget(bench, repo);

      // Needed objects must stay, whether or not others are removed.
      RepoWords.now(bench.host.repacking().prune(repo.identifier).handle((_, _) -> true));
      assertThat(git.objects().of(repo.identifier).kindOf(submitted)).isPresent();
      assertThat(bench.store.repositories().packs(repo.identifier)).isNotEmpty();
    }
    assertThat(Doctor.problems(relay, objects, HuntFixture.RULES, Maintainers.Mode.RECIPROCAL))
        .isEmpty();
  }

  /** Bob offers to a repository of Mallory's that is not here. */
  private static void submit(HuntFixture bench, RealGit git, HuntFixture.Repo repo) {
    Event request =
        EventBuilder.kind(1618)
            .tag("a", repo.of(MALLORY).toString())
            .tag("c", git.oid(4).hex())
            .tag(
                "clone",
                "https://git.example.org/prs/" + Bech32.npub(BOB.publicKey()) + "/repo.git")
            .unsignedBy(BOB);
    assertThat(bench.send(request)).startsWith(HuntFixture.HELD);
    RefSpace place = RefSpace.ofSubmissions(BOB.publicKey(), repo.identifier);
    PushCommand command =
        new PushCommand(RefName.ofNostrEvent(request.id()).text(), Oid.ZERO, git.oid(4));
    PushRequest push = new PushRequest(place, List.of(command), false, Payer.operator());
    PushVerdict verdict =
        RepoWords.now(bench.host.pushes().perform(push, git.bring(repo.identifier, 4)));
    assertThat(RepoWords.outcomes(verdict)).isEqualTo("ok");
  }

  /** Nothing of Alice's repository is left but its packs. */
  private static void forget(HuntFixture bench, HuntFixture.Repo repo) {
    List<EventId> events =
        List.copyOf(bench.host.status().family(repo.identifier).basis().keySet());
    RepoWords.now(
        bench.store.write(tx -> {
          events.forEach(id -> tx.remove(id, Removal.BANNED, 1));
          tx.repositories().putRefs(repo.of(ALICE), Refs.NONE);
          return true;
        }));
  }
}
