package dev.graspd.system.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.ServerProcess;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.suite.QuickStart;
import dev.graspd.testkit.suite.RelaySuite;
import dev.graspd.testkit.suite.SharedServer;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Held events as the operator sees and drops them. */
@Timeout(300)
class PurgatoryCommandTest extends RelaySuite {
  private static final String DOMAIN = "purgatory.example.org";
  private static final String COMMIT = "1".repeat(40);

  private final Path data = SharedServer.directory(newWord());
  private final Signer stranger = newKey();
  private final HostedRepo repo = new HostedRepo(URI.create("ws://" + DOMAIN), newKey(), newWord());
  private final Event announcement = repo.announcement();
  private final Event state = repo.state("main", COMMIT);
  private final Event request = repo.pullRequest(stranger, COMMIT);

  /** Returns the exit code and all lines of a command. */
  private String command(String... words) {
    return new OperatorShell(data, DOMAIN).run(words);
  }

  private void hold(RelayClient relay) {
    for (Event event : new Event[] {announcement, state, request}) {
      assertThat(relay.publish(event).message()).startsWith("purgatory: ");
    }
  }

  @Test
  void theOperatorOfARunningServerDropsWhatIsHeld() {
    try (ServerProcess server = QuickStart.hosting(data, DOMAIN).start();
        RelayClient relay = RelayClient.connect(server.uri())) {
      hold(relay);
      String npub = Bech32.npub(stranger.publicKey());
      assertThat(command("purgatory", "list"))
          .startsWith("0: ")
          .contains(
              repo.identifier() + "  announcement " + announcement.id(),
              repo.identifier() + "  state " + state.id(),
              repo.identifier() + "  pull request " + request.id() + " by " + npub + ", waits",
              "3 held, ");
      assertThat(command("purgatory", "drop", "--author", npub))
          .isEqualTo("0: 1 held event is dropped");
      assertThat(relay.publish(request).message())
          .as("it is not kept away")
          .startsWith("purgatory: won't be served");
      assertThat(command("purgatory", "drop", "--id", state.id().hex()))
          .isEqualTo("0: 1 held event is dropped");
      assertThat(command("purgatory", "drop", "--identifier", repo.identifier()))
          .isEqualTo("0: 2 held events are dropped");
      assertThat(command("purgatory", "list")).isEqualTo("0: no event is held");
    }
  }

  @Test
  void theOperatorOfAStoppedServerDropsWhatIsHeld() {
    try (ServerProcess server = QuickStart.hosting(data, DOMAIN).start();
        RelayClient relay = RelayClient.connect(server.uri())) {
      hold(relay);
      server.kill();
    }
    assertThat(command("purgatory", "list", "--id", request.id().hex()))
        .contains("pull request " + request.id(), "1 held, ");
    assertThat(command("purgatory", "drop"))
        .startsWith("2: ")
        .contains("which ones?", "--identifier, --author or --id, or else --all");
    assertThat(command("purgatory", "drop", "--author", "nobody"))
        .contains("--author: 'nobody' is not a key (npub1… or 64 hex digits)");
    assertThat(command("purgatory", "drop", "--all")).isEqualTo("0: 3 held events are dropped");
    assertThat(command("purgatory", "list"))
        .as("an announcement is only given up by the next start")
        .contains("announcement " + announcement.id(), "1 held, ");
    try (ServerProcess server = QuickStart.hosting(data, DOMAIN).start();
        RelayClient relay = RelayClient.connect(server.uri())) {
      assertThat(relay.publish(state).message()).startsWith("purgatory: ");
      relay.hangUp();
      assertThat(server.terminate()).isZero();
    }
  }
}
