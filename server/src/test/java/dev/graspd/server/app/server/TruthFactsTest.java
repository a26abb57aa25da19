package dev.graspd.server.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.server.peers.status.SyncOverview;
import dev.graspd.server.peers.status.Views;
import dev.graspd.server.site.truth.Truth;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TruthFactsTest {
  private static final ServiceAddress SERVICE = ServiceAddress.of("relay.example.org", "/");
  private static final SyncOverview OVERVIEW =
      Views.overview(
          List.of(
              Views.failing("wss://down.example.net", "connection refused"),
              Views.connected("wss://up.example.net/nostr", 9)));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "wss://relay.example.org    | true  | this server",
        "wss://relay.example.org    | false | this server",
        "wss://up.example.net/nostr | true  | yes, connected, caught up until 2026-",
        "wss://down.example.net     | true  | yes, not connected now, not caught up yet",
        "wss://else.example.net     | true  | no",
        "no url <b>                 | true  | no",
        "wss://up.example.net/nostr | false | no: this server fetches nothing from other relays",
      })
  void relaysSayHowFarTheyAreFollowed(String url, boolean syncs, String words) {
    List<Truth.Relay> relays =
        TruthFacts.relays(
            List.of(url, url), SERVICE, syncs ? Optional.of(OVERVIEW) : Optional.empty());
    assertThat(relays)
        .singleElement()
        .satisfies(relay -> assertThat(relay.url()).isEqualTo(url))
        .satisfies(relay -> assertThat(relay.sync()).startsWith(words));
  }

  @Test
  void veryManyRelaysAreCut() {
    List<String> urls = IntStream.range(0, 60).mapToObj(i -> "wss://r" + i + ".example").toList();
    assertThat(TruthFacts.relays(urls, SERVICE, Optional.of(OVERVIEW))).hasSize(50);
  }
}
