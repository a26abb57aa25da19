package dev.graspd.server.git.objects;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.ObjectKind;
import dev.graspd.core.repo.ObjectsHere;
import dev.graspd.core.repo.Oid;
import java.util.Optional;
import java.util.SortedSet;

/**
 * The published objects of a family. It finds those of packs that were named since, too.
 * Thread-safe.
 */
final class PublishedObjects implements ObjectsHere {
  private final ObjectStores stores;
  private final Identifier family;
  private volatile OpenPacks packs;

  PublishedObjects(ObjectStores stores, Identifier family) {
    this.stores = stores;
    this.family = family;
    this.packs = stores.current(family);
  }

  @Override
  public Optional<ObjectKind> kindOf(Oid id) {
    OpenPacks before = packs;
    SortedSet<String> names = before.names();
    if (before.begin()) {
      try {
        Optional<ObjectKind> kind = new PackedObjects(before.directory()).kindOf(id);
        if (kind.isPresent()) {
          return kind;
        }
      } finally {
        before.end();
      }
      OpenPacks now = stores.current(family);
      if (now == before && now.names().equals(names)) {
        return Optional.empty();
      }
    }
    OpenPacks now = stores.use(family);
    packs = now;
    try {
      return new PackedObjects(now.directory()).kindOf(id);
    } finally {
      now.end();
    }
  }
}
