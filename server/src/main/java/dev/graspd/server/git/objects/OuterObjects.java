package dev.graspd.server.git.objects;

import java.util.Iterator;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectIdOwnerMap;

/**
 * Published objects that a pack builds on and does not contain: references of its objects, and
 * bases of its deltas. A search must find each among the served objects. For one thread.
 */
public final class OuterObjects {
  static final class Outer extends ObjectIdOwnerMap.Entry {
    private static final long serialVersionUID = 1L;

    final int kind;
    boolean isReference;
    boolean isFound;

    Outer(AnyObjectId id, int kind) {
      super(id);
      this.kind = kind;
    }
  }

  private final ObjectIdOwnerMap<Outer> all = new ObjectIdOwnerMap<>();
  private int commitsLeft;
  private int left;

  /** Notes that an object of the pack refers to this one; returns whether it was not known yet. */
  public boolean addReference(AnyObjectId id, int kind) {
    int before = all.size();
    outer(id, kind).isReference = true;
    return all.size() > before;
  }

  /** Notes that an object of the pack is a delta on this one. */
  public void addBase(AnyObjectId id, int kind) {
    Outer _ = outer(id, kind);
  }

  private Outer outer(AnyObjectId id, int kind) {
    Outer known = all.get(id);
    if (known != null) {
      return known;
    }
    Outer added = new Outer(id, kind);
    all.add(added);
    left++;
    commitsLeft += kind == Constants.OBJ_COMMIT ? 1 : 0;
    return added;
  }

  /** Marks objects that the pack contains after all. */
  public void removeIf(Predicate<AnyObjectId> isInPack) {
    for (Outer one : all) {
      if (isInPack.test(one)) {
        found(one);
      }
    }
  }

  public int size() {
    return all.size();
  }

  boolean areAllFound() {
    return left == 0;
  }

  boolean areCommitsFound() {
    return commitsLeft == 0;
  }

  /** Notes that an object is served, if it is one of these. */
  void found(AnyObjectId id) {
    Outer one = all.get(id);
    if (one != null && !one.isFound) {
      one.isFound = true;
      left--;
      commitsLeft -= one.kind == Constants.OBJ_COMMIT ? 1 : 0;
    }
  }

  /** Returns whether the pack refers to an object that it does not contain, so an unchanged one. */
  boolean isReference(AnyObjectId id) {
    Outer one = all.get(id);
    return one != null && one.isReference;
  }

  Iterator<Outer> iterator() {
    return all.iterator();
  }

  /** Returns the lowest id that was not found, so that the same pack gets the same answer. */
  Optional<ObjectId> unfound() {
    return StreamSupport.stream(all.spliterator(), false)
        .filter(one -> !one.isFound)
        .map(AnyObjectId::toObjectId)
        .min(AnyObjectId::compareTo);
  }
}
