package dev.graspd.server.git.serve.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Standing;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.git.Exchange;
import dev.graspd.server.git.GitMetrics;
import dev.graspd.server.git.GitService;
import dev.graspd.server.git.JgitSetup;
import dev.graspd.server.git.TestPacks;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.server.git.objects.ObjectStores;
import dev.graspd.server.git.serve.Git;
import dev.graspd.server.git.serve.PktText;
import dev.graspd.server.git.serve.Scratch;
import dev.graspd.server.git.serve.UploadService;
import dev.graspd.server.git.serve.pack.TestGround;
import dev.graspd.server.hosting.HostedRepository;
import dev.graspd.server.web.TestServer;
import dev.graspd.server.web.git.GitFront;
import dev.graspd.testkit.Eventually;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One address that fetches as much as it can over many connections, and another beside it. */
class FairServingTest {
  private static final PublicKey OWNER = PublicKey.parse("1".repeat(64));
  private static final Identifier FAMILY = new Identifier("family");

  @TempDir Path temp;

  @Test
  void addressWithManyConnectionsDoesNotKeepOthersFromFetching()
      throws IOException, InterruptedException {
    JgitSetup.apply();
    Scratch scratch = new Scratch(new Git(temp), temp.resolve("scratch"));
    for (int i = 0; i < 300; i++) {
      scratch.write("d" + i % 20 + "/f" + i, "file " + i);
    }
    scratch.commit("a.txt", "one");
    Layout layout = new Layout(temp.resolve("data"));
    HostedRepository repository =
        new HostedRepository(
            new RepoAddress(OWNER, FAMILY), Standing.SERVED, scratch.refs(), new TreeMap<>());
    scratch.publish(layout, FAMILY);
    byte[] request =
        PktText.bytes(
            "command=fetch", "delim", "want " + scratch.oid("main"), "deepen 1", "done", "flush");
    AtomicBoolean over = new AtomicBoolean();
    AtomicInteger taken = new AtomicInteger();
    try (ObjectStores stores = TestPacks.lying(layout);
        UploadService uploads =
            new UploadService(
                TestGround.over(stores),
                ServeLimits.forCores(1),
                "graspd/test",
                GitMetrics.NONE,
                System::nanoTime);
        TestServer server =
            TestServer.builder()
                .git(
                    GitFront.of(
                        new OneRepository(uploads, repository),
                        new ByteBudget("git_requests", 64 << 20)))
                .start()) {
      List<Thread> greedy = new ArrayList<>();
      for (int i = 0; i < 48; i++) {
        greedy.add(
            Thread.startVirtualThread(() -> {
              try (HttpClient client = client()) {
                while (!over.get()) {
                  fetch(client, server, request, "192.0.2.1");
                  taken.incrementAndGet();
                }
              }
            }));
      }
      Eventually.await(() -> taken.get() > 48);
      List<Integer> honest = new ArrayList<>();
      try (HttpClient client = client()) {
        for (int i = 0; i < 23; i++) {
          honest.add(fetch(client, server, request, "192.0.2.2"));
        }
      }
      over.set(true);
      for (Thread one : greedy) {
        one.join();
      }
      assertThat(honest).hasSize(23).containsOnly(200);
    }
  }

  private static HttpClient client() {
    return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  }

  private static int fetch(HttpClient client, TestServer server, byte[] request, String address) {
    URI uri =
        URI.create(
            "http://127.0.0.1:"
                + server.web().boundAddress().getPort()
                + "/"
                + Bech32.npub(OWNER)
                + "/family.git/git-upload-pack");
    try {
      return client
          .send(
              HttpRequest.newBuilder(uri)
                  .header("Git-Protocol", "version=2")
                  .header("X-Forwarded-For", address)
                  .timeout(Duration.ofSeconds(30))
                  .POST(HttpRequest.BodyPublishers.ofByteArray(request))
                  .build(),
              HttpResponse.BodyHandlers.discarding())
          .statusCode();
    } catch (IOException e) {
      return -1;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return -1;
    }
  }

  /** A service that has one repository, which is only read. */
  private record OneRepository(UploadService uploads, HostedRepository repository)
      implements GitService {
    @Override
    public Optional<Answer> infoRefsAtOnce(RefSpace space, Name service, String gitProtocol) {
      return Optional.empty();
    }

    @Override
    public void infoRefs(RefSpace space, Name service, Exchange exchange) {
      exchange.refuse(404, "not asked for here");
    }

    @Override
    public void exchange(RefSpace space, Name service, Exchange exchange) {
      uploads.exchange(repository, exchange);
    }

    @Override
    public boolean exists(RepoAddress address) {
      return true;
    }
  }
}
