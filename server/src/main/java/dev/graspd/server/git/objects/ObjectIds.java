package dev.graspd.server.git.objects;

import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.ObjectIdOwnerMap;

/** A set of object ids that takes less memory than one of the JDK. For one thread. */
public final class ObjectIds {
  private static final class Entry extends ObjectIdOwnerMap.Entry {
    private static final long serialVersionUID = 1L;

    Entry(AnyObjectId id) {
      super(id);
    }
  }

  private final ObjectIdOwnerMap<Entry> entries = new ObjectIdOwnerMap<>();

  public boolean contains(AnyObjectId id) {
    return entries.contains(id);
  }

  /** Adds an id; returns whether it was not in the set before. */
  public boolean add(AnyObjectId id) {
    boolean isNew = !entries.contains(id);
    if (isNew) {
      entries.add(new Entry(id));
    }
    return isNew;
  }

  void addAll(ObjectIds others) {
    others.entries.forEach(this::add);
  }

  boolean isEmpty() {
    return entries.isEmpty();
  }
}
