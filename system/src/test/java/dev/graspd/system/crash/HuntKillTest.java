package dev.graspd.system.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.repo.Identifier;
import dev.graspd.server.base.FailPoints;
import dev.graspd.testkit.Eventually;
import dev.graspd.testkit.ServerProcess;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.client.Texts;
import dev.graspd.testkit.suite.GitHost;
import dev.graspd.testkit.suite.GitHost.Reply;
import dev.graspd.testkit.suite.HostingSuite;
import dev.graspd.testkit.suite.SharedServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * The server ends while it lands what it hunted for, at every named place. The next one finds all
 * of the landing or nothing of it, and goes on hunting.
 */
@Timeout(300)
class HuntKillTest extends HostingSuite {
  /** The places that a landing passes before its transaction is on disk. */
  static final List<String> BEFORE =
      List.of(
          FailPoints.RECEIVED,
          FailPoints.TARGET_WRITTEN,
          FailPoints.PACK_LINKED,
          FailPoints.INDEX_LINKED,
          FailPoints.STORED,
          FailPoints.PUSH_BEFORE_WRITE);

  /** Those that it passes afterwards. */
  static final List<String> AFTER =
      List.of(FailPoints.PUSH_WRITTEN, FailPoints.BEFORE_KEEP, FailPoints.KEPT);

  private static final MortalServer MORTAL =
      new MortalServer(SharedServer.directory("hunt-kill"), "hunted.example.org");

  private final HostedRepo named =
      new HostedRepo(URI.create("ws://" + MORTAL.domain()), newKey(), newWord());

  private static ServerProcess start(String place) {
    return MORTAL
        .life()
        .environment("NGIT_SYNC_ENABLED", "true")
        .environment("NGIT_SYNC_ALLOW_NON_GLOBAL_TARGETS", "true")
        .environment("NGIT_TEST_TIME_SCALE", "100")
        .testSwitch("failpoint", place)
        .start();
  }

  private HostedRepo at(ServerProcess server) {
    return new HostedRepo(server.uri(), named.owner(), named.identifier());
  }

  @ParameterizedTest
  @FieldSource("BEFORE")
  void landingThatEndsBeforeItsTransactionLeavesNothing(String place) throws IOException {
    endAt(place, false);
  }

  @ParameterizedTest
  @FieldSource("AFTER")
  void landingThatEndsAfterItsTransactionIsWhole(String place) throws IOException {
    endAt(place, true);
  }

  private void endAt(String place, boolean isLanded) throws IOException {
    GitClient work = work();
    try (GitHost host = GitHost.start()) {
      List<Event> events =
          List.of(
              named.announcementWith(List.of(host.show("it", work))),
              named.state("main", work.head()));
      try (ServerProcess server = start(place);
          RelayClient relay = RelayClient.connect(server.uri())) {
        events.forEach(event -> assertThat(relay.publish(event).message()).startsWith(HELD));
        assertThat(server.awaitExit()).as(place).isEqualTo(ServerProcess.KILLED);
      }
      host.behave(_ -> Reply.NOT_FOUND);
      try (ServerProcess server = start("")) {
        List<String> expected = List.of(work.head() + " " + MAIN);
        assertThat(refs(at(server))).isEqualTo(isLanded ? expected : List.of());
        assertThat(filesBelow(family())).isEqualTo(isLanded);
        assertThat(filesBelow(quarantine())).isFalse();
        host.behave(_ -> Reply.SERVE);
        awaitServed(server, events);
        assertThat(refs(at(server))).isEqualTo(expected);
        GitClient clone = GitClient.at(directory.resolve("clone"));
        clone.must("clone", "-q", at(server).cloneUrl(), ".");
        clone.must("fsck", "--strict");
        assertThat(server.terminate()).isZero();
      }
    }
    assertThat(filesBelow(quarantine())).isFalse();
    MORTAL.assertSound(place);
  }

  private static void awaitServed(ServerProcess server, List<Event> events) {
    try (RelayClient relay = RelayClient.connect(server.uri())) {
      Eventually.await(
          () -> relay.query(Texts.only(events.toArray(new Event[0]))).ids().size() == 2);
    }
  }

  private Path family() {
    return MORTAL.layout().objects(new Identifier(named.identifier()));
  }

  private static Path quarantine() {
    return MORTAL.layout().quarantine();
  }

  private static boolean filesBelow(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return false;
    }
    try (Stream<Path> files = Files.walk(directory)) {
      return files.anyMatch(Files::isRegularFile);
    }
  }
}
