package dev.graspd.server.site.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.server.app.server.Server;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.ops.config.MachineSize;
import dev.graspd.server.ops.config.Settings;
import dev.graspd.server.ops.config.Sources;
import dev.graspd.server.site.race.Timeline.State;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Eventually;
import dev.graspd.testkit.Ports;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.GitHttp;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RawPush;
import dev.graspd.testkit.client.RelayClient;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pages, files, downloads and documents of a repository that is pushed to, repacked, deleted and
 * restored meanwhile (W-135): each answer is that of a state which the repository had between
 * question and answer, and nothing of a deleted one is answered. A failure names its seed; another
 * one: {@code -Dgraspd.seed}.
 */
@Timeout(180)
class SiteRaceTest {
  private static final long SEED = Long.getLong("graspd.seed", 135);
  private static final int COMMITS = 20;

  /** From ten packs on, a family is repacked. */
  private static final int PUSHED_AT_FIRST = 12;

  private static final int CHANGES = 25;

  @TempDir private static Path directory;

  private static MarkedCommits sample;
  private static int port;
  private static Server server;

  @BeforeAll
  static void start() throws StartRefused {
    sample = MarkedCommits.make(directory.resolve("work"), COMMITS);
    port = Ports.reserve();
    server = started(Map.of());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static Server started(Map<String, String> more) throws StartRefused {
    SortedMap<String, String> environment = new TreeMap<>(more);
    environment.put("NGIT_BIND_ADDRESS", "127.0.0.1:" + port);
    environment.put("NGIT_RELAY_DATA_PATH", directory.resolve("relay").toString());
    environment.put("NGIT_GIT_DATA_PATH", directory.resolve("git").toString());
    environment.put("NGIT_MIN_FREE_DISK_BYTES", "0");
    environment.put("NGIT_SYNC_ENABLED", "false");
    environment.put("NGIT_PAGE_WORK_SECS", "600");
    // Packs are checked ten times a second, and old ones go without a grace.
    environment.put("NGIT_TEST_TIME_SCALE", "600");
    environment.put("NGIT_UPKEEP_GRACE_SECS", "0");
    return Server.start(
        new Config(Settings.read(Sources.ofEnvironment(environment), MachineSize.current())), null);
  }

  private static URI relay() {
    return URI.create("ws://127.0.0.1:" + port);
  }

  private static Face face() {
    return Face.of(URI.create("http://127.0.0.1:" + port));
  }

  /** A repository and its owner, who changes it. Not thread-safe. */
  private static final class Change implements AutoCloseable {
    final Timeline timeline = new Timeline();
    final HostedRepo repo;
    private final RelayClient relay = RelayClient.connect(relay());
    private int main = -1;
    private int top = -1;

    Change(String owner) {
      repo = new HostedRepo(relay(), Signer.named(owner), MarkedCommits.IDENTIFIER);
    }

    List<Question> questions() {
      return Question.of(repo, sample, 0, 3, PUSHED_AT_FIRST, COMMITS - 1);
    }

    void announce() {
      timeline.begin(new State.Empty());
      accepted(repo.announcement());
      timeline.acknowledge();
    }

    /** Both branches move to the next commit; its objects come with a push. */
    void push() {
      int next = top + 1;
      String old = top < 0 ? RawPush.ZERO : sample.ids().get(top);
      String oldMain = main < 0 ? RawPush.ZERO : sample.ids().get(main);
      timeline.begin(new State.Shown(next, next));
      String id = sample.ids().get(next);
      accepted(repo.state("main", id, "top", id));
      assertThat(
              RawPush.plain()
                  .command(oldMain, id, "refs/heads/main")
                  .command(old, id, "refs/heads/top")
                  .pack(sample.packs().get(next))
                  .to(repo))
          .contains("ok refs/heads/main", "ok refs/heads/top");
      main = next;
      top = next;
      timeline.acknowledge();
    }

    /** The signed state alone moves a branch to a commit that is here. */
    void move(int to) {
      timeline.begin(new State.Shown(to, top));
      accepted(repo.state("main", sample.ids().get(to), "top", sample.ids().get(top)));
      main = to;
      timeline.acknowledge();
    }

    void delete() {
      timeline.begin(new State.Gone());
      accepted(
          EventBuilder.kind(5)
              .at(HostedRepo.now())
              .tag("a", repo.address())
              .signedBy(repo.owner()));
      timeline.acknowledge();
    }

    void restore() {
      timeline.begin(new State.Empty(), new State.Shown(main, top));
      accepted(repo.announcement());
      Eventually.await(() ->
          GitHttp.text(GitHttp.infoRefs(repo, GitHttp.UPLOAD)).contains(sample.ids().get(main)));
      timeline.acknowledge();
    }

    void vanish() {
      timeline.begin(new State.Gone());
      accepted(
          EventBuilder.kind(62)
              .at(HostedRepo.now())
              .tag("relay", "ALL_RELAYS")
              .signedBy(repo.owner()));
      timeline.acknowledge();
    }

    private void accepted(Event event) {
      assertThat(relay.publish(event)).matches(ok -> ok.accepted());
    }

    @Override
    public void close() {
      relay.close();
    }
  }

  @Test
  void everyAnswerIsOfAStateThatWasServedMeanwhile() throws IOException {
    SplittableRandom random = new SplittableRandom(SEED);
    try (Change change = new Change("reader's friend")) {
      change.announce();
      for (int i = 0; i < PUSHED_AT_FIRST; i++) {
        change.push();
      }
      List<Path> packs = packs();
      try (Readers readers = new Readers(face(), change.timeline, change.questions())) {
        readers.begin(random);
        change(change, readers, random);
        Eventually.await(() -> packs.stream().noneMatch(Files::exists));
        change.vanish();
        readers.askAll();
        assertThat(readers.faults()).as("seed " + SEED).isEmpty();
        assertThat(readers.seen()).as("seed " + SEED).containsKeys(200, 304, 404);
      }
    }
  }

  /** The packs that are on disk. */
  private static List<Path> packs() throws IOException {
    try (Stream<Path> files = Files.walk(directory.resolve("git"))) {
      return files.filter(file -> file.toString().endsWith(".pack")).toList();
    }
  }

  private static void change(Change change, Readers readers, SplittableRandom random) {
    for (int i = 0; i < CHANGES && readers.faults().isEmpty(); i++) {
      switch (random.nextInt(5)) {
        case 0 -> {
          change.delete();
          readers.askAll();
          change.restore();
        }
        case 1 -> {
          if (change.top + 1 < COMMITS) {
            change.push();
          }
        }
        case 2 -> readers.askAll();
        default -> change.move(random.nextInt(change.top + 1));
      }
    }
  }

  @Test
  void whatABlackListNamesIsGoneWithTheNextStart() throws StartRefused {
    Timeline timeline;
    List<Question> questions;
    try (Change change = new Change("banned")) {
      change.announce();
      change.push();
      timeline = change.timeline;
      questions = change.questions();
    }
    try (Readers readers = new Readers(face(), timeline, questions)) {
      readers.askAll();
      server.close();
      timeline.begin(new State.Gone());
      server = started(Map.of("NGIT_REPOSITORY_BLACKLIST", MarkedCommits.IDENTIFIER));
      timeline.acknowledge();
      readers.askAll();
      assertThat(readers.faults()).isEmpty();
      assertThat(readers.seen()).containsKeys(200, 404);
    } finally {
      server.close();
      server = started(Map.of());
    }
  }

  @Test
  void aCacheThatNobodyEmptiesIsFound() {
    assertFound("cache", Face::keeping);
  }

  @Test
  void aVersionThatIsNotComparedIsFound() {
    assertFound("version", Face::believing);
  }

  @Test
  void answersOfTwoStatesAreFound() {
    assertFound("two", Face::mixing);
  }

  private static void assertFound(String owner, UnaryOperator<Face> fault) {
    SplittableRandom random = new SplittableRandom(SEED);
    try (Change change = new Change(owner)) {
      change.announce();
      change.push();
      change.push();
      try (Readers readers =
          new Readers(fault.apply(face()), change.timeline, change.questions())) {
        readers.begin(random);
        change(change, readers, random);
        assertThat(readers.faults()).isNotEmpty();
      }
    }
  }
}
