package dev.graspd.server.app.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.policy.AdmissionRules;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.Store;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.role.LocalRoles;
import dev.graspd.server.store.StoreOpening;
import dev.graspd.server.testing.Stores;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.TestKeys;
import dev.graspd.testkit.store.StoreDriver;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The operator's lists when the disk does not take what they ask for. */
class ListsAtStartTest {
  private static final long RESERVE = 1_000;
  private static final AdmissionRules RULES =
      new AdmissionRules(
          ServiceAddress.of("relay.example.org", "/"),
          false,
          1 << 18,
          1 << 20,
          2_000,
          12_000,
          900,
          0,
          true,
          new TreeSet<>(List.of(TestKeys.MALLORY.publicKey())));

  @TempDir Path directory;

  private final AtomicLong free = new AtomicLong(RESERVE);
  private final Event event = EventBuilder.note("spam").signedBy(TestKeys.MALLORY);

  private Store filled() {
    Store store = Stores.ENGINE.open(new StoreOpening(directory, RESERVE, free::get, _ -> {}));
    new StoreDriver(store).append(event);
    return store;
  }

  private static void apply(Store store) throws StartRefused {
    ListsAtStart.apply(
        store,
        RULES,
        Optional.empty(),
        _ -> {},
        Instant::now,
        () -> {},
        DutySlot.in(new ArrayDeque<>(), new LocalRoles(store)));
  }

  @Test
  void banIsAppliedBelowTheReserve() throws StartRefused {
    try (Store store = filled()) {
      free.set(RESERVE - 1);
      apply(store);
      assertThat(store.known(event.id())).isNotEqualTo(Known.SERVED);
    }
  }

  @Test
  void startThatCannotApplyABanIsRefused() {
    try (Store store = filled()) {
      store.fail(new IOException("the disk is gone"));
      assertThatThrownBy(() -> apply(store))
          .isInstanceOf(StartRefused.class)
          .hasMessageContaining("NGIT_EVENT_BLACKLIST")
          .hasMessageContaining("could not be applied");
    }
  }
}
