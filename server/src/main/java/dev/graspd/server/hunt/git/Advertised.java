package dev.graspd.server.hunt.git;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a repository elsewhere says that it has. Names that git forbids are left out.
 *
 * @param refs by name
 * @param head the branch that HEAD names, if it says so
 * @param peeled what annotated tags lead to, and the tag for each
 * @param ids everything that it names, peeled or not
 */
public record Advertised(
    SortedMap<RefName, Oid> refs,
    Optional<RefName> head,
    SortedMap<Oid, Oid> peeled,
    SortedSet<Oid> ids) {
  /** Makes the collections unchangeable. */
  public Advertised {
    refs = Collections.unmodifiableSortedMap(refs);
    peeled = Collections.unmodifiableSortedMap(peeled);
    ids = Collections.unmodifiableSortedSet(ids);
  }

  /** Returns those of the ids that it names. */
  public SortedSet<Oid> among(SortedSet<Oid> wanted) {
    SortedSet<Oid> found = new TreeSet<>(wanted);
    found.retainAll(ids);
    return found;
  }

  /**
   * Returns the id to ask for in order to get an object: servers that give only what their refs
   * name refuse what a tag leads to, but it comes with the tag.
   */
  Oid asked(Oid wanted) {
    return peeled.getOrDefault(wanted, wanted);
  }

  /** Collects what arrives line by line. For one thread. */
  static final class Builder {
    private final RefRoom.Share room;
    private final SortedMap<RefName, Oid> refs = new TreeMap<>();
    private final SortedMap<Oid, Oid> peeled = new TreeMap<>();
    private final SortedSet<Oid> ids = new TreeSet<>();
    private final SortedSet<Oid> tips = new TreeSet<>();
    private Optional<RefName> head = Optional.empty();
    private int lines;

    Builder(RefRoom.Share room) {
      this.room = room;
    }

    /** Notes a ref, or HEAD. */
    void ref(String name, Oid value) throws FetchException {
      room.grow(++lines);
      ids.add(value);
      tips.add(value);
      RefName.parse(name).ifPresent(ref -> refs.put(ref, value));
    }

    void peeled(Oid tag, Oid object) throws FetchException {
      room.grow(++lines);
      ids.add(object);
      peeled.putIfAbsent(object, tag);
    }

    void head(String branch) {
      head = RefName.parse(branch);
    }

    Advertised build() {
      // What a ref names itself needs no tag.
      peeled.keySet().removeAll(tips);
      return new Advertised(refs, head, peeled, ids);
    }
  }
}
