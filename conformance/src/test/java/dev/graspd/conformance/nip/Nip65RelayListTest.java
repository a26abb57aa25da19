package dev.graspd.conformance.nip;

import static dev.graspd.testkit.client.Texts.by;
import static dev.graspd.testkit.client.Texts.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.RelaySuite;
import org.junit.jupiter.api.Test;

/** Whose lists are welcome depends on hosted repositories; a plain relay takes all. */
@Claims("N65-events")
class Nip65RelayListTest extends RelaySuite {
  @Test
  void theNewestRelayListOfAKeyIsKept() {
    RelayClient relay = connect();
    Signer alice = newKey();
    Event old = list(1000, "wss://old.example").signedBy(alice);
    Event fresh = list(1001, "wss://new.example").signedBy(alice);
    relay.store(old);
    relay.store(fresh);
    assertThat(relay.query(by(alice)).ids()).containsExactly(fresh.id());
    assertThat(
            relay
                .query(json("{'kinds':[10002],'#r':['wss://new.example'],'authors':['%s']}", alice))
                .ids())
        .containsExactly(fresh.id());
  }

  private static EventBuilder list(long time, String relay) {
    return EventBuilder.kind(10_002).at(time).tag("r", relay, "write");
  }
}
