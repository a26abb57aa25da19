package dev.graspd.server.family.objects;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.ObjectKind;
import dev.graspd.core.repo.ObjectsHere;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.Reach;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** Git data as sets of ids: every object is a commit. */
public final class SetOfObjects implements GitObjects {
  private final Map<Identifier, Set<Oid>> published = new HashMap<>();
  private final Map<String, Set<Oid>> shelves = new HashMap<>();
  private int shelfCount;

  @Override
  public synchronized ObjectsHere of(Identifier family) {
    Set<Oid> here = Set.copyOf(published.getOrDefault(family, Set.of()));
    return kinds(here);
  }

  private static ObjectsHere kinds(Set<Oid> here) {
    return id -> here.contains(id) ? Optional.of(ObjectKind.COMMIT) : Optional.empty();
  }

  /** Objects here refer to nothing. */
  @Override
  public Reach reach(Identifier family, SortedSet<Oid> tips, int looksMax) {
    return tips::contains;
  }

  @Override
  public synchronized PackDelivery unshelve(Identifier family, String shelf) throws IOException {
    Set<Oid> objects = shelves.get(shelf);
    if (objects == null) {
      throw new IOException("no shelf " + shelf);
    }
    return new Brought(family, objects, shelf);
  }

  public PackDelivery bring(Identifier family, Oid... objects) {
    return new Brought(family, Set.of(objects), "");
  }

  public synchronized int shelves() {
    return shelves.size();
  }

  public synchronized Set<Oid> published(Identifier family) {
    return Set.copyOf(published.getOrDefault(family, Set.of()));
  }

  private final class Brought implements PackDelivery {
    private final Identifier family;
    private final Set<Oid> objects;
    private String shelf;
    private Set<Oid> added = Set.of();
    private boolean stays;

    Brought(Identifier family, Set<Oid> objects, String shelf) {
      this.family = family;
      this.objects = objects;
      this.shelf = shelf;
    }

    @Override
    public Identifier family() {
      return family;
    }

    @Override
    public ObjectsHere objects() {
      Set<Oid> all = new HashSet<>(published(family));
      all.addAll(objects);
      return kinds(all);
    }

    @Override
    public boolean brings(PublicKey signer, Oid id) {
      return objects.contains(id);
    }

    /** Objects here refer to nothing. */
    @Override
    public SortedSet<Oid> whole(SortedSet<Oid> tips, SortedSet<String> without) {
      SortedSet<Oid> whole = new TreeSet<>(tips);
      whole.removeIf(tip -> objects().kindOf(tip).isEmpty());
      return whole;
    }

    @Override
    public List<Pack> packs() {
      return objects.isEmpty()
          ? List.of()
          : List.of(new Pack("pack-" + objects.hashCode(), 100L * objects.size()));
    }

    @Override
    public void store() {
      synchronized (SetOfObjects.this) {
        Set<Oid> here = published.computeIfAbsent(family, _ -> new HashSet<>());
        added = new HashSet<>(objects);
        added.removeAll(here);
        here.addAll(objects);
      }
    }

    @Override
    public void keep() {
      added = Set.of();
    }

    @Override
    public String shelve() {
      synchronized (SetOfObjects.this) {
        stays = true;
        if (shelf.isEmpty()) {
          shelfCount++;
          shelf = "shelf-" + shelfCount;
        }
        shelves.put(shelf, objects);
        return shelf;
      }
    }

    @Override
    public void close() {
      synchronized (SetOfObjects.this) {
        published.getOrDefault(family, new HashSet<>()).removeAll(added);
        added = Set.of();
        if (!stays) {
          shelves.remove(shelf);
        }
      }
    }
  }
}
