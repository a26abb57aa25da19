package dev.graspd.system.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.RelaySuite;
import dev.graspd.testkit.suite.SharedServer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What {@code scripts/peers} does with a relay that somebody names, done with one of our own. */
@Timeout(600)
class OtherRelayTest extends RelaySuite {
  @Test
  @Claims("G02-1")
  void allThatAPlainRelayTakesComesOver() {
    List<String> shown = new CopyOnWriteArrayList<>();
    OutsideRelay plain = new OutsideRelay(SharedServer.PLAIN.uri());
    try (PeerServer ours = PeerServer.graspd()) {
      RelayStory story =
          new RelayStory(plain, ours, PeerStory.Way.NEGENTROPY, new Steps(shown::add));
      assertThat(story.run()).isTrue();
    }
    assertThat(shown).hasSize(4).first().isEqualTo("it serves 164 of 164 events");
  }
}
