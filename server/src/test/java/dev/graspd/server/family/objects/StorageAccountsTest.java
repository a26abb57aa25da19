package dev.graspd.server.family.objects;

import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.core.policy.room.Quota;
import dev.graspd.core.policy.room.Quota.Cause;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.Store;
import dev.graspd.server.family.objects.StorageAccounts.NoRoomException;
import dev.graspd.server.hosting.AllRows;
import dev.graspd.server.testing.InMemoryDirectory;
import dev.graspd.server.testing.Stores;
import dev.graspd.testkit.store.StoreDriver;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StorageAccountsTest {
  private static final Quota QUOTA = new Quota(1_000, 1_500);
  private static final Identifier ONE = new Identifier("one");
  private static final Identifier TWO = new Identifier("two");
  private static final RepoAddress ALICES = new RepoAddress(ALICE.publicKey(), ONE);

  @TempDir(factory = InMemoryDirectory.class)
  Path directory;

  private Store store;
  private StoreDriver driver;
  private StorageAccounts accounts;

  @BeforeEach
  void open() {
    store = Stores.open(directory);
    driver = new StoreDriver(store);
    accounts = new StorageAccounts(QUOTA, store.repositories());
  }

  @AfterEach
  void close() {
    store.close();
  }

  private static PackRecord pack(Identifier family, String name, long bytes) {
    return new PackRecord(family, name, ALICE.publicKey(), bytes);
  }

  private void put(PackRecord... packs) {
    boolean done =
        driver.<Boolean>write(tx -> {
          accounts.put(tx.repositories(), List.of(packs), Cause.SIGNED);
          return true;
        });
    assertThat(done).isTrue();
  }

  private long left(RepoAddress repository) {
    return accounts.allowance(repository, Cause.SIGNED).bytes();
  }

  @Test
  void transactionOfADeliveryThatDoesNotFitWritesNothing() {
    PackRecord first = pack(ONE, "a", 900);
    PackRecord second = pack(TWO, "b", 700);
    // Both fit when they are asked about.
    assertThat(accounts.answer(List.of(first), Cause.SIGNED))
        .isNotInstanceOf(Quota.Answer.Exceeds.class);
    assertThat(accounts.answer(List.of(second), Cause.SIGNED))
        .isNotInstanceOf(Quota.Answer.Exceeds.class);

    put(first);
    assertThatThrownBy(() -> put(second)).isInstanceOf(NoRoomException.class);
    assertThat(AllRows.packs(store.repositories())).containsExactly(first);
    assertThat(left(ALICES)).isEqualTo(100);
    assertThat(left(new RepoAddress(ALICE.publicKey(), TWO))).isEqualTo(600);
    assertThat(left(new RepoAddress(BOB.publicKey(), ONE))).isEqualTo(1_000);
  }

  @Test
  void packsOfOneDeliveryCountTogether() {
    assertThatThrownBy(() -> put(pack(ONE, "a", 600), pack(ONE, "b", 600)))
        .isInstanceOf(NoRoomException.class);
    assertThat(AllRows.packs(store.repositories())).isEmpty();
  }

  @Test
  void damagedPackCountsForNobodyUntilItsRowIsGone() {
    put(pack(ONE, "a", 900));
    accounts.discountOnly(ONE, List.of(pack(ONE, "a", 900)));
    accounts.discountOnly(ONE, List.of(pack(ONE, "a", 900)));
    accounts.discountOnly(TWO, List.of());
    assertThat(left(ALICES)).isEqualTo(1_000);
    put(pack(ONE, "b", 950));
    assertThat(left(ALICES)).isEqualTo(50);

    boolean removed = driver.<Boolean>write(tx -> tx.repositories().removePack(ONE, "a"));
    accounts.discountOnly(ONE, List.of());
    assertThat(removed).isTrue();
    assertThat(left(ALICES)).isEqualTo(50);
  }
}
