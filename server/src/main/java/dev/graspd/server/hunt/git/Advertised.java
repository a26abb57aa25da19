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
 * The advertisement of a remote repository. Names that git forbids are left out.
 *
 * @param refs by name
 * @param head the branch that HEAD names, if known
 * @param peeled the tag of each peeled object
 * @param ids all ids in it, peeled or not
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

  /** Returns the ids that it advertises. */
  public SortedSet<Oid> among(SortedSet<Oid> wanted) {
    SortedSet<Oid> found = new TreeSet<>(wanted);
    found.retainAll(ids);
    return found;
  }

  /**
   * Returns the id to request in order to get an object: many servers refuse the commit behind an
   * annotated tag, but send it with the tag.
   */
  Oid asked(Oid wanted) {
    return peeled.getOrDefault(wanted, wanted);
  }

  /** Collects refs line by line. For one thread. */
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
      // An object that a ref names itself needs no tag.
      peeled.keySet().removeAll(tips);
      return new Advertised(refs, head, peeled, ids);
    }
  }
}
