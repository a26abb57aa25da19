package dev.graspd.server.git.serve.refs;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.server.git.JgitIds;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.SortedMap;
import java.util.TreeMap;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectIdRef;
import org.eclipse.jgit.lib.Ref;
import org.eclipse.jgit.lib.RefDatabase;
import org.eclipse.jgit.lib.RefRename;
import org.eclipse.jgit.lib.RefUpdate;
import org.eclipse.jgit.lib.ReflogReader;
import org.eclipse.jgit.lib.SymbolicRef;
import org.jspecify.annotations.Nullable;

/**
 * The refs of one repository at one moment, as JGit reads them. Read by one thread, for one
 * request.
 */
public final class RefSnapshot extends RefDatabase {
  private final SortedMap<String, Ref> refs = new TreeMap<>();
  private @Nullable SequencedSet<ObjectId> tips;

  RefSnapshot(Refs values, Peeling peeling) {
    values.values().forEach((name, value) -> refs.put(name.text(), ref(name, value, peeling)));
    RefLines.resolvedHead(values)
        .map(branch -> refs.get(branch.text()))
        .ifPresent(branch -> refs.put(RefLines.HEAD, new SymbolicRef(RefLines.HEAD, branch)));
  }

  private static Ref ref(RefName name, Oid value, Peeling peeling) {
    ObjectId id = JgitIds.of(value);
    Optional<Oid> peeled = name.isTag() ? peeling.peeled(value) : Optional.empty();
    return peeled
        .<Ref>map(target ->
            new ObjectIdRef.PeeledTag(Ref.Storage.PACKED, name.text(), id, JgitIds.of(target)))
        .orElseGet(() -> new ObjectIdRef.PeeledNonTag(Ref.Storage.PACKED, name.text(), id));
  }

  /** Returns the value of each ref, and the object behind each tag. */
  public SequencedSet<ObjectId> tips() {
    SequencedSet<ObjectId> known = tips;
    if (known == null) {
      known = new LinkedHashSet<>();
      for (Ref ref : refs.values()) {
        known.add(ref.getObjectId());
        if (ref.getPeeledObjectId() != null) {
          known.add(ref.getPeeledObjectId());
        }
      }
      tips = known;
    }
    return Collections.unmodifiableSequencedSet(known);
  }

  @Override
  public @Nullable Ref exactRef(String name) {
    return refs.get(name);
  }

  @Override
  @Deprecated // As in JGit, where it is still abstract.
  public Map<String, Ref> getRefs(String prefix) {
    Map<String, Ref> found = new TreeMap<>();
    getRefsByPrefix(prefix)
        .forEach(ref -> found.put(ref.getName().substring(prefix.length()), ref));
    return found;
  }

  @Override
  public List<Ref> getRefsByPrefix(String prefix) {
    return refs.tailMap(prefix).values().stream()
        .takeWhile(ref -> ref.getName().startsWith(prefix))
        .toList();
  }

  @Override
  public List<Ref> getRefs() {
    return List.copyOf(refs.values());
  }

  @Override
  public List<Ref> getAdditionalRefs() {
    return List.of();
  }

  @Override
  public Ref peel(Ref ref) {
    return ref;
  }

  @Override
  public void create() {}

  @Override
  public void close() {}

  @Override
  public boolean isNameConflicting(String name) {
    return false;
  }

  @Override
  public RefUpdate newUpdate(String name, boolean detach) {
    throw readOnly();
  }

  @Override
  public RefRename newRename(String fromName, String toName) {
    throw readOnly();
  }

  @Override
  public ReflogReader getReflogReader(Ref ref) {
    throw readOnly();
  }

  private static UnsupportedOperationException readOnly() {
    return new UnsupportedOperationException("refs live in the store, not here");
  }
}
