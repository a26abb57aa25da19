package dev.graspd.server.peers;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.sync.relays.SyncAction;
import dev.graspd.core.sync.relays.SyncInput;
import dev.graspd.server.base.WorkerThread;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** Reads for sync what a test has told it: a follower of a log without a store. */
final class ToldReader implements AutoCloseable {
  final ReadRequests requests = new ReadRequests();
  private final Map<Identifier, SyncInput.Family> families = new ConcurrentHashMap<>();
  private final Queue<SyncInput.RootSeen> roots = new ConcurrentLinkedQueue<>();
  private final WorkerThread thread = new WorkerThread("told", this::run);
  private LogFollower.@Nullable Mailbox mailbox;

  void start(LogFollower.Mailbox to) {
    mailbox = to;
    thread.start();
  }

  void put(SyncInput input) throws InterruptedException {
    switch (input) {
      case SyncInput.Family family -> families.put(family.identifier(), family);
      case SyncInput.RootSeen root -> roots.add(root);
      default -> {}
    }
    Objects.requireNonNull(mailbox).put(input);
  }

  private void run() throws InterruptedException {
    while (true) {
      requests.signal().await();
      for (SyncAction.Read one = requests.next(); one != null; one = requests.next()) {
        answer(one);
      }
    }
  }

  private void answer(SyncAction.Read request) throws InterruptedException {
    switch (request) {
      case SyncAction.ReadFamilies(var relay, var reading, var names) -> {
        for (Identifier name : names) {
          put(
              families.getOrDefault(
                  name, new SyncInput.Family(name, Collections.emptySortedMap())));
        }
        put(new SyncInput.FamiliesRead(relay, reading));
      }
      case SyncAction.ReadFamily(var name) ->
          put(
              families.getOrDefault(
                  name, new SyncInput.Family(name, Collections.emptySortedMap())));
      case SyncAction.ReadRoots(var repositories, _) -> {
        for (SyncInput.RootSeen root : roots) {
          if (!Collections.disjoint(root.repositories(), repositories)) {
            Objects.requireNonNull(mailbox).put(root);
          }
        }
      }
    }
  }

  @Override
  public void close() {
    thread.close();
  }
}
