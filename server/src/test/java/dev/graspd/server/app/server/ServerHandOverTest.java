package dev.graspd.server.app.server;

import static dev.graspd.testkit.TestKeys.ALICE;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.role.Role;
import dev.graspd.core.store.Store;
import dev.graspd.server.app.desk.EndedAnswers;
import dev.graspd.server.base.Await;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.ops.config.MachineSize;
import dev.graspd.server.ops.config.Settings;
import dev.graspd.server.ops.config.Sources;
import dev.graspd.server.ops.data.DropBox;
import dev.graspd.server.testing.Stores;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Eventually;
import dev.graspd.testkit.Ports;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.suite.GitHost;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** The work of a running server is handed over, one role after the other. */
@Timeout(180)
class ServerHandOverTest {
  private static final int QUESTIONS = 20;

  @TempDir Path directory;

  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

  @BeforeEach
  void listen() {
    lines.start();
    log().addAppender(lines);
  }

  @AfterEach
  void leave() {
    log().detachAppender(lines);
  }

  private static Logger log() {
    return (Logger) LoggerFactory.getLogger("dev.graspd.server");
  }

  private Server start(String name, int port, String... more) throws StartRefused {
    SortedMap<String, String> environment = new TreeMap<>();
    environment.put("NGIT_BIND_ADDRESS", "127.0.0.1:" + port);
    environment.put("NGIT_RELAY_DATA_PATH", relay(name).toString());
    environment.put("NGIT_GIT_DATA_PATH", directory.resolve(name + "-git").toString());
    environment.put("NGIT_MIN_FREE_DISK_BYTES", "0");
    for (int i = 0; i < more.length; i += 2) {
      environment.put(more[i], more[i + 1]);
    }
    return Server.start(
        new Config(Settings.read(Sources.ofEnvironment(environment), MachineSize.current())), null);
  }

  private Path relay(String name) {
    return directory.resolve(name + "-relay");
  }

  private static boolean has(RelayClient client, Event event) {
    return !client.query("{\"ids\":[\"" + event.id() + "\"]}").ids().isEmpty();
  }

  @Test
  void syncAndHuntGoOnAfterTheyWereHandedOver()
      throws StartRefused, IOException, InterruptedException {
    int port = Ports.reserve();
    int other = Ports.reserve();
    URI own = URI.create("ws://127.0.0.1:" + port);
    URI peer = URI.create("ws://127.0.0.1:" + other);
    GitClient work = GitClient.init(Files.createDirectory(directory.resolve("work")));
    String commit = work.commit("file", "text");
    HostedRepo repo = new HostedRepo(own, ALICE, "repo");
    try (GitHost git = GitHost.start(_ -> GitHost.Reply.NOT_FOUND);
        Server _ = start("peer", other, "NGIT_RELAY_ACCEPT", "all", "NGIT_SYNC_ENABLED", "false");
        RelayClient there = RelayClient.connect(peer)) {
      Event announcement =
          EventBuilder.kind(Kinds.ANNOUNCEMENT)
              .at(HostedRepo.now())
              .tag("d", "repo")
              .tag("clone", repo.cloneUrl(), git.show("repo", work))
              .tag("relays", own.toString(), peer.toString())
              .signedBy(ALICE);
      Event state = repo.state("main", commit);
      there.store(announcement, state);
      try (Server server =
              start(
                  "own",
                  port,
                  "NGIT_SYNC_BOOTSTRAP_RELAY_URL",
                  peer.toString(),
                  "NGIT_SYNC_ALLOW_NON_GLOBAL_TARGETS",
                  "true",
                  "NGIT_SYNC_STARTUP_DELAY_SECS",
                  "0");
          RelayClient here = RelayClient.connect(own)) {
        Eventually.await(() -> !git.asked(GitHost.Part.GREETING).isEmpty());
        assertThat(has(here, state)).isFalse();

        git.behave(_ -> GitHost.Reply.SERVE);
        server.handOver(Role.HUNT);
        Eventually.await(() -> has(here, state));
        assertThat(has(here, announcement)).isTrue();

        server.handOver(Role.SYNC);
        Event issue =
            EventBuilder.kind(1621).at(HostedRepo.now()).tag("a", repo.address()).signedBy(ALICE);
        there.store(issue);
        Eventually.await(() -> has(here, issue));

        for (Role role : Role.values()) {
          server.handOver(role);
        }
        assertThat(new DropBox(relay("own")).ask(EndedAnswers.LIST, Duration.ofMinutes(1)))
            .get()
            .matches(DropBox.Answer::done);
        Event late =
            EventBuilder.kind(1621).at(HostedRepo.now()).tag("a", repo.address()).signedBy(ALICE);
        there.store(late);
        Eventually.await(() -> has(here, late));
      }
    }
    assertThat(Stores.check(relay("own")).problems()).isEmpty();
    assertThat(List.copyOf(lines.list).stream().filter(line -> line.getLevel() == Level.ERROR))
        .isEmpty();
  }

  @Test
  void deskThatIsHandedOverAnswersEveryQuestionOnce()
      throws StartRefused, IOException, InterruptedException {
    Queue<String> answers = new ConcurrentLinkedQueue<>();
    try (Server server = start("own", 0, "NGIT_SYNC_ENABLED", "false");
        ExecutorService asking = Executors.newVirtualThreadPerTaskExecutor()) {
      DropBox box = new DropBox(relay("own"));
      List<Future<?>> questions = new ArrayList<>();
      for (int i = 0; i < QUESTIONS; i++) {
        questions.add(
            asking.submit(() -> {
              String answer =
                  box.ask(EndedAnswers.LIST, Duration.ofMinutes(1))
                      .map(one -> String.valueOf(one.done()))
                      .orElse("none");
              return answers.add(answer);
            }));
        server.handOver(Role.DESK);
      }
      Eventually.await(() -> questions.stream().allMatch(Future::isDone));
      server.handOver(Role.DESK);
      assertThat(box.ask(EndedAnswers.LIST, Duration.ofMinutes(1)))
          .get()
          .matches(DropBox.Answer::done);
    }
    assertThat(answers).hasSize(QUESTIONS).containsOnly("true");
  }

  @Test
  void readOnlyServerTakesNoRole() throws StartRefused {
    try (Server _ = start("own", 0, "NGIT_SYNC_ENABLED", "false")) {
      // It makes the data.
    }
    long before = fences();
    try (Server server = start("own", 0, "NGIT_SYNC_ENABLED", "false", "NGIT_READ_ONLY", "true")) {
      server.handOver(Role.TIMERS);
    }
    assertThat(fences()).isEqualTo(before + 1);
  }

  @Test
  void readOnlyServerListsWhatIsKeptAndChangesNothing()
      throws StartRefused, IOException, InterruptedException {
    try (Server _ = start("own", 0, "NGIT_SYNC_ENABLED", "false")) {
      // It makes the data.
    }
    try (Server _ = start("own", 0, "NGIT_SYNC_ENABLED", "false", "NGIT_READ_ONLY", "true")) {
      DropBox box = new DropBox(relay("own"));
      for (String question : List.of(EndedAnswers.LIST, EndedAnswers.LIST_AS_JSON)) {
        assertThat(box.ask(question, Duration.ofMinutes(1)))
            .as(question)
            .get()
            .matches(DropBox.Answer::done);
      }
      assertThat(box.ask(EndedAnswers.ERASE + " x", Duration.ofMinutes(1)))
          .get()
          .matches(answer -> !answer.done());
    }
  }

  /** Takes a role; its number tells how often it was taken. */
  private long fences() {
    try (Store store = Stores.open(relay("own"))) {
      return Await.answerOf(store.write(tx -> tx.roles().take(Role.TIMERS))).number();
    }
  }
}
