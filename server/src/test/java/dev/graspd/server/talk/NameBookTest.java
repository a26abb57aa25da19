package dev.graspd.server.talk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.store.Removal;
import dev.graspd.server.testing.OpenStore;
import dev.graspd.testkit.EventBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NameBookTest extends OpenStore {
  private static final PublicKey ALICE = PublicKey.parse("0a".repeat(32));
  private static final PublicKey BOB = PublicKey.parse("0b".repeat(32));

  private Event profile(PublicKey of, long at, String name) {
    return put(EventBuilder.kind(Kinds.METADATA).at(at).content("{\"name\":\"" + name + "\"}"), of);
  }

  @Test
  void newestNameIsTheOne() {
    profile(ALICE, 100, "alice");
    NameBook names = new NameBook(store, NameBook.BYTES_MAX);
    assertThat(names.names(List.of(ALICE, BOB))).containsExactly(Map.entry(ALICE, "alice"));
    profile(BOB, 100, "bob");
    Event other = profile(ALICE, 200, "alice b.");
    assertThat(names.names(List.of(ALICE, BOB)).values()).containsExactly("alice b.", "bob");
    driver.remove(other.id(), Removal.DELETED);
    assertThat(names.of(ALICE).name()).isEmpty();
  }

  @Test
  void nothingIsKeptWithoutMemory() {
    NameBook names = new NameBook(store, 0);
    assertThat(names.of(ALICE).name()).isEmpty();
    profile(ALICE, 100, "alice");
    assertThat(names.of(ALICE).name()).hasValue("alice");
  }
}
