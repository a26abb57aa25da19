package dev.graspd.server.hosting;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.ObjectKind;
import dev.graspd.core.repo.ObjectsHere;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.Reach;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.server.family.objects.GitObjects;
import dev.graspd.server.family.objects.PackDelivery;
import dev.graspd.server.family.objects.TestGit;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Git data as sets of ids in packs that several hosts share: every object is a commit. A pack is
 * visible if the store names it.
 *
 * @param isNamedEarly a fault: some packs are named before they are stored, and their host is
 *     killed in between
 */
record NamedObjects(
    RepositoryStore store,
    boolean isNamedEarly,
    Map<String, Set<Oid>> packs,
    Map<String, Set<Oid>> shelves,
    AtomicInteger count)
    implements GitObjects {
  /** With the fault, one of so many packs is not stored. */
  private static final int KILLED = 8;

  NamedObjects(RepositoryStore store, boolean isNamedEarly) {
    this(
        store,
        isNamedEarly,
        new ConcurrentHashMap<>(),
        new ConcurrentHashMap<>(),
        new AtomicInteger());
  }

  /** The same packs for all hosts. */
  static TwoHosts.GitOpener shared(boolean isNamedEarly) {
    AtomicReference<NamedObjects> shared = new AtomicReference<>();
    return (_, store, _) ->
        new Numbered(
            shared.updateAndGet(
                known -> known == null ? new NamedObjects(store, isNamedEarly) : known));
  }

  /** Objects that are called by numbers. */
  private record Numbered(NamedObjects objects) implements TestGit {
    @Override
    public Oid oid(int number) {
      return RepoWords.oid(number);
    }

    @Override
    public PackDelivery bring(Identifier family, Integer... numbers) {
      return objects.bring(family, RepoWords.oids(numbers));
    }

    @Override
    public void clean(SortedSet<String> shelves, List<PackRecord> known) {}
  }

  @Override
  public ObjectsHere of(Identifier family) {
    return kinds(published(family));
  }

  private Set<Oid> published(Identifier family) {
    Set<Oid> here = new HashSet<>();
    for (PackRecord pack : store.packs(family)) {
      here.addAll(packs.getOrDefault(pack.name(), Set.of()));
    }
    return here;
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
  public PackDelivery unshelve(Identifier family, String shelf) throws IOException {
    Set<Oid> objects = shelves.get(shelf);
    if (objects == null) {
      throw new IOException("no shelf " + shelf);
    }
    return new Brought(family, objects, shelf);
  }

  PackDelivery bring(Identifier family, Oid... objects) {
    return new Brought(family, Set.of(objects), "");
  }

  private final class Brought implements PackDelivery {
    private final Identifier family;
    private final Set<Oid> objects;
    private final String name;
    private String shelf;
    private boolean isKept;
    private boolean isShelved;

    Brought(Identifier family, Set<Oid> objects, String shelf) {
      this.family = family;
      this.objects = objects;
      this.shelf = shelf;
      this.name = family + "/pack-" + count.incrementAndGet();
    }

    @Override
    public Identifier family() {
      return family;
    }

    @Override
    public ObjectsHere objects() {
      Set<Oid> all = published(family);
      all.addAll(objects);
      return kinds(all);
    }

    @Override
    public boolean brings(PublicKey signer, Oid id) {
      return objects.contains(id);
    }

    @Override
    public SortedSet<Oid> whole(SortedSet<Oid> tips, SortedSet<String> without) {
      SortedSet<Oid> whole = new TreeSet<>(tips);
      whole.removeIf(tip -> objects().kindOf(tip).isEmpty());
      return whole;
    }

    @Override
    public List<Pack> packs() {
      return objects.isEmpty() ? List.of() : List.of(new Pack(name, 100L * objects.size()));
    }

    @Override
    public void store() {
      boolean isKilled = isNamedEarly && name.hashCode() % KILLED == 0;
      if (!objects.isEmpty() && !isKilled) {
        packs.put(name, objects);
      }
    }

    @Override
    public void keep() {
      isKept = true;
    }

    @Override
    public String shelve() {
      isShelved = true;
      if (shelf.isEmpty()) {
        shelf = "shelf-" + count.incrementAndGet();
      }
      shelves.put(shelf, objects);
      return shelf;
    }

    @Override
    public void close() {
      if (!isKept) {
        packs.remove(name);
      }
      if (!isShelved && !shelf.isEmpty()) {
        shelves.remove(shelf);
      }
    }
  }
}
