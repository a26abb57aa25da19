package dev.graspd.server.testing;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.store.Store;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.store.StoreDriver;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests with a real store, which is empty at the beginning of each. */
public abstract class OpenStore {
  @TempDir protected Path directory;

  protected Store store;
  protected StoreDriver driver;

  @BeforeEach
  void openStore() {
    store = Stores.open(directory.resolve("store"));
    driver = new StoreDriver(store);
  }

  @AfterEach
  void closeStore() {
    store.close();
  }

  /** Stores an event of somebody; stores do not look at signatures. */
  protected Event put(EventBuilder event, PublicKey by) {
    Event made = event.unsignedBy(by);
    driver.append(made);
    return made;
  }
}
