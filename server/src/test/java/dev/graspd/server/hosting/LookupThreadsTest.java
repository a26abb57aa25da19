package dev.graspd.server.hosting;

import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.family.objects.RealGit;
import dev.graspd.server.git.GitMetrics;
import dev.graspd.server.git.http.Lookups;
import dev.graspd.server.git.http.SmartHttp;
import dev.graspd.server.git.serve.PktText;
import dev.graspd.server.git.serve.UploadService;
import dev.graspd.server.git.serve.pack.TestGround;
import dev.graspd.server.git.serve.request.ServeLimits;
import dev.graspd.server.web.TestServer;
import dev.graspd.server.web.git.GitFront;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On which threads repositories are found, over a real socket and the real store. */
class LookupThreadsTest {
  @TempDir Path temporary;

  @Test
  void eventLoopsReadNoStoreAndRenderNothing() throws IOException, InterruptedException {
    RealGit.Commits commits = RealGit.Commits.make(temporary.resolve("scratch"));
    try (RealGit git = new RealGit(temporary.resolve("git"), commits, FailPoints.NONE);
        HuntFixture bench =
            new HuntFixture(
                temporary.resolve("relay"), git, Maintainers.Mode.RECIPROCAL, FailPoints.NONE);
        UploadService uploads =
            new UploadService(
                TestGround.over(git.stores()),
                ServeLimits.forCores(1),
                "graspd/test",
                GitMetrics.NONE,
                System::nanoTime);
        Lookups lookups = new Lookups(1, 1_024)) {
      HuntFixture.Repo repo = bench.repo("repo");
      repo.hosted(ALICE);
      Watched watched = new Watched(bench.host.repositories());
      SmartHttp http =
          new SmartHttp(
              watched, lookups, uploads, (_, exchange) -> exchange.refuse(403, "not here"));
      try (TestServer server =
          TestServer.builder()
              .git(GitFront.of(http, new ByteBudget("git_requests", 64 << 20)))
              .start()) {
        assertThat(answers(server, repo.of(ALICE))).containsOnly(200);
        assertThat(answers(server, repo.of(BOB))).containsOnly(404);
        assertThat(watched.threads)
            .isNotEmpty()
            .allSatisfy(thread -> assertThat(thread).startsWith("git-lookup-"));

        watched.threads.clear();
        assertThat(answers(server, repo.of(ALICE))).containsOnly(200);
        assertThat(watched.threads).as("lookups of what is in memory").isEmpty();
      }
    }
  }

  /** Asks for refs in every way. */
  private static List<Integer> answers(TestServer server, RepoAddress repository)
      throws IOException, InterruptedException {
    List<Integer> all = new ArrayList<>();
    String base =
        "http://127.0.0.1:"
            + server.web().boundAddress().getPort()
            + "/"
            + Bech32.npub(repository.owner())
            + "/"
            + repository.identifier()
            + ".git/";
    try (HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      for (String service : List.of("git-upload-pack", "git-receive-pack")) {
        for (String protocol : List.of("version=0", "version=2")) {
          all.add(
              status(
                  client,
                  HttpRequest.newBuilder(URI.create(base + "info/refs?service=" + service))
                      .header("Git-Protocol", protocol)));
        }
      }
      all.add(
          status(
              client,
              HttpRequest.newBuilder(URI.create(base + "git-upload-pack"))
                  .header("Git-Protocol", "version=2")
                  .POST(
                      HttpRequest.BodyPublishers.ofByteArray(
                          PktText.bytes("command=ls-refs", "flush")))));
    }
    return all;
  }

  private static int status(HttpClient client, HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return client.send(request.build(), HttpResponse.BodyHandlers.discarding()).statusCode();
  }

  /** The real repositories, and the threads on which they may read the store. */
  private record Watched(Repositories real, ConcurrentLinkedQueue<String> threads)
      implements Repositories {
    Watched(Repositories real) {
      this(real, new ConcurrentLinkedQueue<>());
    }

    @Override
    public Optional<HostedRepository> find(RefSpace space) {
      threads.add(Thread.currentThread().getName());
      return real.find(space);
    }

    @Override
    public Optional<Optional<HostedRepository>> findAtOnce(RefSpace space) {
      return real.findAtOnce(space);
    }

    @Override
    public SortedSet<Oid> servedTips(Identifier family) {
      threads.add(Thread.currentThread().getName());
      return real.servedTips(family);
    }

    @Override
    public Optional<Instant> restorableUntil(RepoAddress address) {
      threads.add(Thread.currentThread().getName());
      return real.restorableUntil(address);
    }
  }
}
