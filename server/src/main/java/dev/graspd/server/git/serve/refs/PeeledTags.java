package dev.graspd.server.git.serve.refs;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.server.git.objects.ObjectStores;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.revwalk.RevObject;
import org.eclipse.jgit.revwalk.RevTag;
import org.eclipse.jgit.revwalk.RevWalk;

/** A cache of the targets of annotated tags, which never change. Thread-safe. */
public final class PeeledTags {
  /** About 12 MiB when it is full. */
  private static final int REMEMBERED_MAX = 50_000;

  private final ObjectStores stores;
  private final Cache<Oid, Optional<Oid>> known =
      Caffeine.newBuilder().maximumSize(REMEMBERED_MAX).build();

  public PeeledTags(ObjectStores stores) {
    this.stores = stores;
  }

  /** Returns the peeling of tags of one family. */
  public Peeling in(Identifier family) {
    return id -> Objects.requireNonNullElseGet(known.getIfPresent(id), () -> read(family, id));
  }

  /** Returns the peeling of all tags among some refs if the cache has them; it reads nothing. */
  public Optional<Peeling> known(Refs refs) {
    Map<Oid, Optional<Oid>> targets = new HashMap<>();
    for (Map.Entry<RefName, Oid> ref : refs.values().entrySet()) {
      if (ref.getKey().isTag()) {
        Optional<Oid> target = known.getIfPresent(ref.getValue());
        if (target == null) {
          return Optional.empty();
        }
        targets.put(ref.getValue(), target);
      }
    }
    return Optional.of(id -> targets.getOrDefault(id, Optional.empty()));
  }

  private Optional<Oid> read(Identifier family, Oid id) {
    try (ObjectStores.Lease lease = stores.lease(family);
        RevWalk walk = new RevWalk(lease.directory().newReader())) {
      walk.setRetainBody(false);
      RevObject object = walk.parseAny(ObjectId.fromString(id.hex()));
      Optional<Oid> target =
          object instanceof RevTag
              ? Optional.of(new Oid(walk.peel(object).name()))
              : Optional.empty();
      known.put(id, target);
      return target;
    } catch (MissingObjectException e) {
      // Not cached: another family may have it, and this one may get it.
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
