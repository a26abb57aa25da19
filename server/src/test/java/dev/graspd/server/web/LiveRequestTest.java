package dev.graspd.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.store.EventStore;
import dev.graspd.server.testing.Stores;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Eventually;
import dev.graspd.testkit.RawWebSocket;
import dev.graspd.testkit.TestKeys;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The promises of a request for live events alone ({@code limit: 0}). */
final class LiveRequestTest {
  @TempDir private Path directory;

  /** Servers that sync replace their live requests while they fetch history. */
  @Test
  void whatComesAfterALiveRequestIsDeliveredThoughStoredEventsAreStillOnTheirWay() {
    EventStore store = Stores.open(directory);
    List<Event> large =
        IntStream.range(0, 500)
            .mapToObj(i -> EventBuilder.note("x".repeat(20_000)).at(i).unsignedBy(TestKeys.ALICE))
            .toList();
    FilledStores.fill(store, large, 100);
    try (TestServer server = TestServer.builder().store(store).start();
        RelayClient slow =
            new RelayClient(RawWebSocket.to(server.uri("/")).receiveBufferBytes(4_096).connect());
        RelayClient other = server.client()) {
      slow.send("[\"REQ\",\"stored\",{\"kinds\":[1],\"limit\":500}]");
      assertThat(Eventually.holds(() -> server.web().socketBytes() > 100_000)).isTrue();
      slow.send("[\"REQ\",\"live\",{\"kinds\":[2],\"limit\":0}]");
      // Messages of a connection are taken in order: when this one is stored, the REQ was taken.
      Event after = EventBuilder.kind(3).signedBy(TestKeys.ALICE);
      slow.send(RelayClient.eventMessage(after));
      assertThat(Eventually.holds(() -> other.request("q", "{\"kinds\":[3]}").size() == 2))
          .isTrue();

      Event first = EventBuilder.kind(2).signedBy(TestKeys.BOB);
      other.publish(first);
      List<String> heard = liveUntilAllIsSent(slow);
      Event second = EventBuilder.kind(2).signedBy(TestKeys.ALICE);
      other.publish(second);
      heard.addAll(liveUpTo(slow, second));
      assertThat(heard).containsExactly(first.id().hex(), second.id().hex());
    }
  }

  /** Reads until both requests have ended their stored part; returns what came live meanwhile. */
  private static List<String> liveUntilAllIsSent(RelayClient client) {
    List<String> live = new ArrayList<>();
    int ends = 0;
    while (ends < 2) {
      List<Object> message = client.next();
      if (message.getFirst().equals("EOSE")) {
        ends++;
      } else if (message.get(1).equals("live")) {
        live.add(RelayClient.idOf(message));
      }
    }
    return live;
  }

  private static List<String> liveUpTo(RelayClient client, Event last) {
    List<String> live = new ArrayList<>();
    do {
      live.add(client.nextEvent("live"));
    } while (!live.getLast().equals(last.id().hex()));
    return live;
  }
}
