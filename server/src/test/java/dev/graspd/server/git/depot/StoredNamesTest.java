package dev.graspd.server.git.depot;

import static dev.graspd.testkit.TestKeys.ALICE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.Store;
import dev.graspd.server.testing.InMemoryDirectory;
import dev.graspd.server.testing.Stores;
import dev.graspd.testkit.store.StoreDriver;
import java.nio.file.Path;
import java.util.SortedSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StoredNamesTest {
  private static final Identifier ONE = new Identifier("one");
  private static final Identifier TWO = new Identifier("two");

  @TempDir(factory = InMemoryDirectory.class)
  Path directory;

  private Store store;
  private NamedPacks names;

  @BeforeEach
  void open() {
    store = Stores.open(directory);
    names = NamedPacks.in(store.repositories());
  }

  @AfterEach
  void close() {
    store.close();
  }

  private void name(Identifier family, String pack) {
    boolean done =
        new StoreDriver(store)
            .<Boolean>write(tx -> {
              tx.repositories().putPack(new PackRecord(family, pack, ALICE.publicKey(), 1));
              return true;
            });
    assertThat(done).isTrue();
  }

  @Test
  void everyChangeOfTheRowsIsSeenAtOnce() {
    assertThat(names.of(ONE)).isEmpty();
    name(ONE, "pack-a");
    assertThat(names.of(ONE)).containsExactly("pack-a");
    name(ONE, "pack-b");
    assertThat(names.of(ONE)).containsExactly("pack-a", "pack-b");
    boolean removed =
        new StoreDriver(store).<Boolean>write(tx -> tx.repositories().removePack(ONE, "pack-a"));
    assertThat(removed).isTrue();
    assertThat(names.of(ONE)).containsExactly("pack-b");
  }

  @Test
  void unchangedFamilyIsNotReadAgain() {
    name(ONE, "pack-a");
    SortedSet<String> first = names.of(ONE);
    name(TWO, "pack-b");
    assertThat(names.of(ONE)).isSameAs(first);
    assertThat(names.of(TWO)).containsExactly("pack-b");
  }
}
