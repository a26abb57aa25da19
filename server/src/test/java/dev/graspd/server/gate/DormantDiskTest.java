package dev.graspd.server.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.nostr.refusal.EventReason;
import dev.graspd.core.policy.AdmissionRules;
import dev.graspd.core.policy.GeneralChecks;
import dev.graspd.core.store.Store;
import dev.graspd.server.charge.AddressSeal;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.testing.Stores;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.TestKeys;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How much disk one address can take with deletions that hide nothing. */
@Timeout(60)
class DormantDiskTest {
  private static final Instant NOW = Instant.ofEpochSecond(EventBuilder.DEFAULT_CREATED_AT + 1_000);
  private static final AdmissionRules RULES =
      new AdmissionRules(
          ServiceAddress.of("git.example.org", "/"),
          false,
          1 << 18,
          1 << 20,
          2_000,
          12_000,
          900,
          0,
          true,
          new TreeSet<>());
  private static final Origin CLIENT =
      new Origin.Client(Collections.emptySortedSet(), Payer.of(InetAddress.ofLiteral("192.0.2.1")));
  private static final DormantRooms ROOMS =
      new DormantRooms(
          Optional.of(new AddressSeal(new byte[AddressSeal.KEY_BYTES])),
          64 << 10,
          4 << 20,
          256L << 20);

  @TempDir Path directory;

  private Store open() {
    return Stores.open(directory);
  }

  /** With content of so many bytes and 200 targets that nobody has. */
  private static Event deletion(int number, int contentBytes) {
    EventBuilder builder = EventBuilder.kind(Kinds.DELETION).content("x".repeat(contentBytes));
    for (int i = 0; i < 200; i++) {
      builder.tag("e", "%064x".formatted(number * 1_000L + i));
    }
    return builder.unsignedBy(Signer.numbered(number));
  }

  private int accepted(Store store, int contentBytes) {
    PlainReception plain = new PlainReception(store, RULES, _ -> {}, () -> NOW, ROOMS);
    int accepted = 0;
    for (int i = 1; i <= 160; i++) {
      Verdict verdict =
          plain.receive(deletion(i, contentBytes), CLIENT).toCompletableFuture().join();
      accepted += verdict instanceof Verdict.Remembered ? 1 : 0;
    }
    return accepted;
  }

  @Test
  void largeDeletionsOfManyKeysLeaveNearlyNothing() throws IOException {
    try (Store store = open()) {
      assertThat(accepted(store, 225 << 10)).isZero();
    }
    assertThat(Files.size(directory.resolve("data.mdb"))).isLessThan(1 << 20);
  }

  @Test
  void whatAnAddressMayKeepInADayIsOnDiskAboutAsMuchAsCounted() throws IOException {
    int accepted;
    try (Store store = open()) {
      accepted = accepted(store, 12 << 10);
    }
    assertThat(accepted).isBetween(40, 90);
    try (Store store = open()) {
      assertThat(accepted(store, 11 << 10)).as("after a restart").isLessThanOrEqualTo(2);
    }
    assertThat(Files.size(directory.resolve("data.mdb"))).isLessThan(16 << 20);
  }

  @Test
  void listOfServersIsSmall() {
    Event large =
        EventBuilder.kind(Kinds.GRASP_LIST)
            .content("x".repeat(17 << 10))
            .unsignedBy(TestKeys.ALICE);
    Event small =
        EventBuilder.kind(Kinds.GRASP_LIST).content("x".repeat(8 << 10)).unsignedBy(TestKeys.ALICE);
    assertThat(GeneralChecks.beforeVerification(large, RULES))
        .hasValueSatisfying(
            refusal -> assertThat(refusal.reason()).isEqualTo(EventReason.EVENT_TOO_LARGE));
    assertThat(GeneralChecks.beforeVerification(small, RULES)).isEqualTo(Optional.empty());
  }
}
