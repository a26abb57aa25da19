package dev.graspd.server.hosting;

import static dev.graspd.server.hosting.HuntFixture.HELD;
import static dev.graspd.testkit.TestKeys.ALICE;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.upkeep.Task;
import dev.graspd.server.app.command.Doctor;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.family.objects.RealGit;
import dev.graspd.server.git.GitMetrics;
import dev.graspd.server.git.serve.FakeExchange;
import dev.graspd.server.git.serve.PktText;
import dev.graspd.server.git.serve.UploadService;
import dev.graspd.server.git.serve.pack.TestGround;
import dev.graspd.server.git.serve.request.ServeLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Repacking during pushes and clones: real packs, the real store. In any order pushes land, clones
 * are complete, and afterwards the disk has exactly the recorded packs. More seeds: {@code
 * -Dgraspd.seeds}.
 */
@Timeout(300)
class RepackRaceTest {
  private static final int SEEDS = Integer.getInteger("graspd.seeds", 12);

  @TempDir Path temporary;

  @Test
  void pushesAndClonesDoNotNoticeThatPacksAreExchanged() throws IOException {
    RealGit.Commits commits = RealGit.Commits.make(temporary.resolve("scratch"));
    try (RealGit git = new RealGit(temporary.resolve("git"), commits, FailPoints.NONE);
        HuntFixture bench =
            new HuntFixture(
                temporary.resolve("relay"), git, Maintainers.Mode.RECIPROCAL, FailPoints.NONE);
        UploadService uploads =
            new UploadService(
                TestGround.over(git.stores()),
                ServeLimits.forCores(2),
                "graspd/test",
                GitMetrics.NONE,
                System::nanoTime)) {
      for (int seed = 0; seed < SEEDS; seed++) {
        HuntFixture.Repo repo = bench.repo("repo-" + seed);
        repo.hosted(ALICE);
        assertThat(bench.send(repo.state(ALICE, 1, "main=1 dev=2"))).isEqualTo(HELD);
        assertThat(repo.push(ALICE, "dev=2", 2)).isEqualTo("ok");
        assertThat(bench.send(repo.state(ALICE, 2, "main=1 dev=3"))).isEqualTo(HELD);
        List<String> answers =
            Together.run(
                new SplittableRandom(seed),
                bench.executor,
                () -> repo.push(ALICE, "dev=3", 3),
                () -> rewritten(bench, repo, Long.MAX_VALUE),
                () -> rewritten(bench, repo, 0),
                () -> cloned(uploads, bench, repo, git.oid(1).hex()),
                () -> cloned(uploads, bench, repo, git.oid(1).hex()));
        assertThat(answers.getFirst()).as("push, seed " + seed).isEqualTo("ok");
        assertThat(answers.subList(3, 5)).as("clones, seed " + seed).containsOnly("whole");
        assertThat(repo.refs(ALICE)).isEqualTo("dev=3 main=1");
        repo.assertSettled("seed " + seed);
        RepoWords.now(bench.host.repacking().prune(repo.identifier));
        assertThat(cloned(uploads, bench, repo, git.oid(3).hex())).isEqualTo("whole");
      }
    }
    assertThat(
            Doctor.problems(
                temporary.resolve("relay"),
                temporary.resolve("git"),
                HuntFixture.RULES,
                Maintainers.Mode.RECIPROCAL))
        .isEmpty();
  }

  private static String rewritten(HuntFixture bench, HuntFixture.Repo repo, long keptSince) {
    return bench
        .host
        .repacking()
        .perform(repo.identifier, new Task.Whole(true), keptSince)
        .toString();
  }

  private static String cloned(
      UploadService uploads, HuntFixture bench, HuntFixture.Repo repo, String want) {
    FakeExchange exchange =
        new FakeExchange(
            2,
            PktText.bytes(
                "command=fetch", "delim", "no-progress", "want " + want, "done", "flush"));
    uploads.exchange(bench.host.repositories().find(repo.of(ALICE)).orElseThrow(), exchange);
    String answer = new String(exchange.body(), ISO_8859_1);
    return answer.contains("PACK") && answer.endsWith("0000") ? "whole" : answer;
  }
}
