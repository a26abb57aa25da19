package dev.graspd.server.git;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.server.family.objects.PackBase;
import dev.graspd.server.git.objects.ObjectStores;
import java.util.SortedSet;
import java.util.TreeSet;

/** The objects that packs of tests may build on. */
public final class AllowedBases {
  private AllowedBases() {}

  /** All that is stored, as if each object had a ref; for tests of other things. */
  public static PackBase everything(ObjectStores stores, Identifier family) {
    SortedSet<Oid> all = new TreeSet<>();
    try (ObjectStores.Lease reading = stores.lease(family)) {
      reading.packs().forEach(pack -> pack.forEach(entry -> all.add(new Oid(entry.name()))));
    }
    return PackBase.served(all);
  }
}
