package dev.graspd.server.git;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.server.gate.Ground;
import dev.graspd.server.git.objects.ObjectStores;
import java.util.SortedSet;
import java.util.TreeSet;

/** What the packs of tests may build on. */
public final class Grounds {
  private Grounds() {}

  /** All that is stored, as if each object had a ref; for tests of other things. */
  public static Ground everything(ObjectStores stores, Identifier family) {
    SortedSet<Oid> all = new TreeSet<>();
    try (ObjectStores.Lease reading = stores.lease(family)) {
      reading.packs().forEach(pack -> pack.forEach(entry -> all.add(new Oid(entry.name()))));
    }
    return Ground.served(all);
  }
}
