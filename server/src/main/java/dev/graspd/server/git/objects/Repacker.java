package dev.graspd.server.git.objects;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.ObjectsHere;
import dev.graspd.core.repo.Oid;
import dev.graspd.server.gate.Delivery;
import dev.graspd.server.gate.PackRewriting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.SortedSet;
import java.util.function.LongSupplier;

/** Writes the packs of families anew, in quarantine. Thread-safe. */
public final class Repacker implements PackRewriting {
  private final Quarantine quarantine;
  private final ObjectStores stores;
  private final Removals removals;

  public Repacker(Quarantine quarantine, LongSupplier nanoTime) {
    this.quarantine = quarantine;
    this.stores = quarantine.stores();
    this.removals = new Removals(stores, nanoTime);
  }

  @Override
  public Rewrite write(Order order) throws IOException {
    if (isAnyHere(order.family(), order.roots())) {
      throw new UnsupportedOperationException("only families without roots can be pruned yet");
    }
    return new Replacement(quarantine.open(order.family()), List.of(), order.packs());
  }

  private boolean isAnyHere(Identifier family, SortedSet<Oid> roots) {
    ObjectsHere here = stores.of(family);
    return roots.stream().anyMatch(root -> here.kindOf(root).isPresent());
  }

  @Override
  public boolean removeReplaced(Identifier family) throws IOException {
    return removals.remove(family);
  }

  /** Packs in a room that take the place of others. Used by one thread at a time. */
  private final class Replacement implements Rewrite {
    private final Room room;
    private final List<Delivery.Pack> packs;
    private final SortedSet<String> replaced;
    private boolean published;
    private boolean kept;

    Replacement(Room room, List<Delivery.Pack> packs, SortedSet<String> replaced) {
      this.room = room;
      this.packs = packs;
      this.replaced = replaced;
    }

    @Override
    public Identifier family() {
      return room.family();
    }

    @Override
    public List<Delivery.Pack> packs() {
      return packs;
    }

    @Override
    public SortedSet<String> replaced() {
      return replaced;
    }

    @Override
    public boolean isEnough(SortedSet<Oid> roots, SortedSet<String> shelves) {
      return shelves.isEmpty() && !isAnyHere(family(), roots);
    }

    @Override
    public void publish() throws IOException {
      published = true;
      room.makePacks();
      room.publish(packs, replaced);
    }

    @Override
    public void keep() {
      kept = true;
      room.release();
      stores.replace(family(), replaced);
      removals.add(family(), replaced, room);
    }

    @Override
    public void close() {
      if (kept) {
        return;
      }
      try {
        if (published) {
          for (Delivery.Pack pack : packs) {
            stores.withdraw(family(), pack.name());
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      room.remove();
    }
  }
}
