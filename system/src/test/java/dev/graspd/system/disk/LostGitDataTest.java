package dev.graspd.system.disk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.suite.HostingSuite;
import dev.graspd.testkit.suite.Peer;
import dev.graspd.testkit.suite.SharedRepo;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A disk loses git data while the server is down: the next start gets it from another server. */
@Timeout(180)
class LostGitDataTest extends HostingSuite {
  private static final Map<String, String> SOON = Map.of("NGIT_TEST_TIME_SCALE", "100");

  /** Another server that has what was lost here. */
  private static Peer there;

  @BeforeAll
  static void start() {
    there = Peer.start(newWord());
  }

  @AfterAll
  static void end() {
    there.close();
  }

  enum Loss {
    WHOLE_PACK,
    HALF_OF_A_PACK,
    ONE_BIT
  }

  @ParameterizedTest
  @EnumSource
  void serverStartsAndMendsWhatItsDiskHasLost(Loss loss) throws IOException {
    try (Peer here = Peer.start(newWord(), SOON)) {
      SharedRepo repo =
          new SharedRepo(newKey(), newWord(), List.of(there.uri(), here.uri()), List.of());
      GitClient work = work();
      List<Event> beginning = repo.beginning(work.head());
      repo.fill(there, there.uri(), work, beginning);
      try (RelayClient relay = here.connect()) {
        beginning.forEach(event -> assertThat(relay.publish(event).accepted()).isTrue());
      }
      here.awaitServed(beginning.toArray(new Event[0]));
      assertThat(here.terminate()).isZero();
      for (Path pack : here.packs(repo.identifier())) {
        strike(pack, loss);
      }
      assertThat(loss == Loss.ONE_BIT || !here.problems().isEmpty()).as("a loss").isTrue();

      here.startAgain();
      here.await(() -> here.logs("git data of " + repo.identifier() + " is lost"));
      HostedRepo copy = new HostedRepo(here.uri(), repo.owner(), repo.identifier());
      assertThat(refs(copy)).as("nothing moves").containsExactly(work.head() + " " + MAIN);
      here.await(() -> here.logs(repo.identifier() + " is whole"));
      assertThat(here.metric("ngit_git_damaged_families")).isZero();
      GitClient clone = GitClient.at(directory.resolve("clone"));
      clone.must("clone", "-q", copy.cloneUrl(), ".");
      assertThat(clone.head()).isEqualTo(work.head());
      clone.must("fsck", "--strict");
      assertThat(here.terminate()).isZero();
      assertThat(here.problems()).isEmpty();
      assertThat(here.packs(repo.identifier())).hasSize(1);
      assertThat(here.quarantinedBytes()).isZero();
    }
  }

  @Test
  void serverThatFindsNothingOfItsGitDataStartsOnlyWhenToldThatItIsLost() throws IOException {
    try (Peer server = Peer.start(newWord())) {
      SharedRepo repo = new SharedRepo(newKey(), newWord(), List.of(server.uri()), List.of());
      GitClient work = work();
      repo.fill(server, server.uri(), work, repo.beginning(work.head()));
      Path packs = server.packs(repo.identifier()).getFirst().getParent();
      assertThat(server.terminate()).isZero();
      Path _ = Files.move(packs, packs.resolveSibling("elsewhere"));

      assertThat(server.refusal()).contains("Is its disk mounted?");
      server.startAgainWith(Map.of("NGIT_GIT_DATA_LOST", "true"));
      server.await(() -> server.logs("git data of " + repo.identifier() + " is lost"));
    }
  }

  private static void strike(Path pack, Loss loss) throws IOException {
    if (loss == Loss.WHOLE_PACK) {
      Files.delete(pack);
      return;
    }
    boolean _ = pack.toFile().setWritable(true);
    try (RandomAccessFile file = new RandomAccessFile(pack.toFile(), "rw")) {
      long half = file.length() / 2;
      if (loss == Loss.HALF_OF_A_PACK) {
        file.setLength(half);
      } else {
        file.seek(half);
        int value = file.read();
        file.seek(half);
        file.write(value ^ 1);
      }
    }
  }
}
