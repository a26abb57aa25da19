package dev.graspd.server.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.sync.filter.SyncLevel;
import dev.graspd.core.sync.relays.RelayPhase;
import dev.graspd.core.sync.relays.RelayView;
import dev.graspd.core.sync.relays.SyncInput;
import dev.graspd.core.sync.relays.Wanted;
import dev.graspd.testkit.ScriptedServer;
import dev.graspd.testkit.ScriptedServer.Conversation;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sync over real sockets with a relay that ends connections on which a message is too long. */
@Timeout(60)
final class ShortMessagesTest {
  private static final int LENGTH_MAX = 16 * 1024;
  private static final int REPOSITORIES = 200;
  private static final int ROOTS = 500;

  private final AtomicInteger upgrades = new AtomicInteger();
  private final AtomicInteger longest = new AtomicInteger();

  /** A relay that has nothing, and says this of itself. */
  private ScriptedServer relay(String document) {
    return ScriptedServer.start(talk -> {
      List<String> head = talk.readHead();
      if (head.stream().anyMatch("upgrade: websocket"::equalsIgnoreCase)) {
        upgrades.incrementAndGet();
        talk.send(Conversation.upgradeFor(head));
        answer(talk);
      } else {
        talk.send(
            "HTTP/1.1 200 OK\r\nContent-Type: application/nostr+json\r\nContent-Length: "
                + document.length()
                + "\r\nConnection: close\r\n\r\n"
                + document);
      }
    });
  }

  private void answer(Conversation talk) throws IOException {
    while (true) {
      ScriptedServer.Frame frame = talk.readFrame();
      longest.accumulateAndGet(frame.payload().length, Math::max);
      if (frame.payload().length > LENGTH_MAX) {
        talk.sendClose(1009, "message too long");
        talk.drain();
      }
      String[] parts = frame.text().split("\"", 5);
      if (frame.opcode() == 1 && parts[1].equals("REQ")) {
        talk.sendText("[\"EOSE\",\"" + parts[3] + "\"]");
      } else if (frame.opcode() == 1 && parts[1].equals("NEG-OPEN")) {
        talk.sendText("[\"NEG-ERR\",\"" + parts[3] + "\",\"error: not here\"]");
      }
    }
  }

  /** Wants what many repositories and roots have there. */
  private static void follow(TestSync sync) throws InterruptedException {
    for (int i = 0; i < REPOSITORIES; i++) {
      RepoAddress repo = new RepoAddress(TestSync.SERVER.publicKey(), new Identifier("repo" + i));
      sync.told.put(
          new SyncInput.Family(
              repo.identifier(),
              new TreeMap<>(Map.of(repo, new Wanted(SyncLevel.FULL, List.of(sync.relay))))));
      if (i == 0) {
        for (int root = 0; root < ROOTS; root++) {
          sync.told.put(
              new SyncInput.RootSeen(EventId.ofWords(2, 2, 2, root), new TreeSet<>(List.of(repo))));
        }
      }
    }
  }

  private static RelayView awaitAll(TestSync sync) {
    return sync.await(view ->
        view.phase() == RelayPhase.CONNECTED && view.confirmed() == 1 + REPOSITORIES + ROOTS);
  }

  @Test
  void whatItSaysThatItTakesIsKept() throws Exception {
    String document = "{\"limitation\":{\"max_message_length\":" + LENGTH_MAX + "}}";
    try (ScriptedServer server = relay(document);
        TestSync sync = new TestSync(server.port(), Duration.ofSeconds(5))) {
      follow(sync);
      assertThat(awaitAll(sync).failures()).isZero();
      assertThat(longest).hasValueBetween(LENGTH_MAX / 2, 3 * LENGTH_MAX / 4);
      assertThat(upgrades).hasValue(1);
    }
  }

  @Test
  void oneThatDoesNotSaySoTeachesIt() throws Exception {
    try (ScriptedServer server = relay("{}");
        TestSync sync = new TestSync(server.port(), Duration.ofSeconds(5))) {
      follow(sync);
      RelayView view = awaitAll(sync);
      assertThat(view.failures()).as("its health does not suffer").isZero();
      assertThat(upgrades).hasValueBetween(2, 6);
    }
  }
}
