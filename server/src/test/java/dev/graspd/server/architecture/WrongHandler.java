package dev.graspd.server.architecture;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.Known;
import dev.graspd.server.base.OnEventLoop;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** What an event loop must not do, and some of what it may. Read by {@link EventLoopTest}. */
@OnEventLoop
final class WrongHandler {
  private final EventStore store;
  private final Executor readers;
  private final Lookup lookup;

  WrongHandler(EventStore store, Executor readers) {
    this.store = store;
    this.readers = readers;
    this.lookup = new StoreLookup(store);
  }

  interface Lookup {
    boolean isHere(EventId id);
  }

  record StoreLookup(EventStore store) implements Lookup {
    @Override
    public boolean isHere(EventId id) {
      return store.known(id) == Known.SERVED;
    }
  }

  private Executor loop() {
    return Runnable::run;
  }

  boolean direct(EventId id) {
    return store.known(id) == Known.SERVED;
  }

  boolean inALambda(Optional<EventId> id) {
    return id.map(store::known).isPresent();
  }

  boolean throughAnInterface(EventId id) {
    return lookup.isHere(id);
  }

  void backOnTheLoop(EventId id) {
    loop()
        .execute(() -> {
          var _ = store.gone(id);
        });
  }

  CompletableFuture<Known> elsewhere(EventId id) {
    readers.execute(() -> {
      var _ = store.known(id);
    });
    return CompletableFuture.supplyAsync(() -> store.known(id), readers);
  }

  long fromMemory() {
    return store.lastSeq();
  }

  /** Not of a loop itself, but it gives tasks to one. */
  record WrongSender(EventStore store, Executor loop) {
    void send(EventId id) {
      loop()
          .execute(() -> {
            var _ = store.served(id);
          });
    }
  }
}
