package dev.graspd.server.git.serve.refs;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.Refs;
import dev.graspd.server.git.JgitIds;
import dev.graspd.server.git.objects.ObjectStores;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.revwalk.RevObject;
import org.eclipse.jgit.revwalk.RevWalk;

/**
 * The objects that the values of tags lead to, which never change: from a cache, from the store's
 * refs, or from objects. Thread-safe.
 */
public final class PeeledTags {
  /** About 12 MiB when it is full. */
  private static final int REMEMBERED_MAX = 50_000;

  private final ObjectStores stores;

  /** In the form of {@link Refs#peeled()}. */
  private final Cache<Oid, Oid> cache = Caffeine.newBuilder().maximumSize(REMEMBERED_MAX).build();

  public PeeledTags(ObjectStores stores) {
    this.stores = stores;
  }

  /** Returns the peeling of tags among some refs of a family. */
  public Peeling in(Identifier family, Refs refs) {
    return id -> target(family, id, refs).filter(target -> !target.equals(id));
  }

  /** Returns the peeling of all tags among some refs if it needs no objects for that. */
  public Optional<Peeling> known(Refs refs) {
    Map<Oid, Oid> targets = new HashMap<>();
    for (Oid value : valuesOfTags(refs)) {
      Optional<Oid> target = inMemory(value, refs);
      if (target.isEmpty()) {
        return Optional.empty();
      }
      targets.put(value, target.get());
    }
    return Optional.of(
        id -> Optional.ofNullable(targets.get(id)).filter(target -> !target.equals(id)));
  }

  /**
   * Returns what tags lead to, in the form of {@link Refs#peeled()}, for those of which the refs do
   * not know it; values whose object is missing are left out.
   */
  public SortedMap<Oid, Oid> unknownTo(Refs refs, Identifier family) {
    SortedMap<Oid, Oid> targets = new TreeMap<>();
    for (Oid value : valuesOfTags(refs)) {
      if (!refs.peeled().containsKey(value)) {
        target(family, value, refs).ifPresent(target -> targets.put(value, target));
      }
    }
    return targets;
  }

  private static List<Oid> valuesOfTags(Refs refs) {
    return refs.values().entrySet().stream()
        .filter(ref -> ref.getKey().isTag())
        .map(Map.Entry::getValue)
        .toList();
  }

  /** Returns what a value leads to; empty if its object is missing. */
  private Optional<Oid> target(Identifier family, Oid value, Refs refs) {
    return inMemory(value, refs).or(() -> read(family, value));
  }

  private Optional<Oid> inMemory(Oid value, Refs refs) {
    return Optional.ofNullable(cache.getIfPresent(value))
        .or(() -> Optional.ofNullable(refs.peeled().get(value)));
  }

  private Optional<Oid> read(Identifier family, Oid value) {
    try (ObjectStores.Lease lease = stores.lease(family);
        RevWalk walk = new RevWalk(lease.directory().newReader())) {
      walk.setRetainBody(false);
      RevObject object = walk.parseAny(JgitIds.of(value));
      Oid target = new Oid(walk.peel(object).name());
      cache.put(value, target);
      return Optional.of(target);
    } catch (MissingObjectException e) {
      // Not cached: another family may have it, and this one may get it.
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
