package dev.graspd.server.ban;

import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.MALLORY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.store.ban.Ban;
import dev.graspd.core.store.ban.Banned;
import dev.graspd.core.store.ban.Order;
import dev.graspd.server.testing.OpenStore;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.store.StoreDriver;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What memory knows of bans that somebody else writes: another server on the same store. */
class CurrentBansTest extends OpenStore {
  private static final Banned KEY = new Banned.OfKey(MALLORY.publicKey());
  private static final Order ORDER = new Order("uid 1", "cli", "spam", StoreDriver.NOW);
  private static final Event SPAM = EventBuilder.kind(20_001).signedBy(MALLORY);

  private void impose(Banned what) {
    Ban _ = driver.write(tx -> tx.bans().impose(what, ORDER, OptionalLong.empty()));
  }

  @Test
  void everyServerKnowsABanOnceItIsWritten() {
    CurrentBans bans = new CurrentBans(store);
    assertThat(bans.keepsOut(SPAM)).isFalse();

    impose(KEY);
    assertThat(bans.keepsOut(SPAM)).isTrue();
    assertThat(bans.keepsOut(EventBuilder.kind(20_001).signedBy(ALICE))).isFalse();

    Optional<Ban> _ = driver.write(tx -> tx.bans().lift(KEY, ORDER));
    assertThat(bans.keepsOut(SPAM)).isFalse();
  }

  @Test
  void bansOfBeforeAreKnown() {
    impose(KEY);
    driver.append(EventBuilder.note("other").signedBy(ALICE));
    CurrentBans bans = new CurrentBans(store);
    assertThat(bans.keepsOut(SPAM)).isTrue();
    driver.append(EventBuilder.note("another").signedBy(ALICE));
    assertThat(bans.keepsOut(SPAM)).isTrue();
  }
}
