package dev.graspd.server.git.serve.pack;

import dev.graspd.core.repo.Oid;
import dev.graspd.server.git.JgitIds;
import dev.graspd.server.git.serve.refs.FamilyRepository;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.jgit.lib.BitmapIndex;
import org.eclipse.jgit.lib.NullProgressMonitor;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.BitmapWalker;
import org.eclipse.jgit.revwalk.ObjectWalk;

/**
 * Checks that all wants of a client belong to the requested repository. Siblings share an object
 * store, so presence is not enough: this repository's own refs must reach an object (G01-6), in
 * every version of the protocol.
 */
final class WantCheck {
  private WantCheck() {}

  /** Returns the first want that does not belong to this repository. */
  static Optional<Oid> foreign(FamilyRepository repository, List<Oid> wants) throws IOException {
    SequencedSet<ObjectId> tips = repository.getRefDatabase().tips();
    List<ObjectId> others =
        wants.stream().map(want -> JgitIds.of(want)).filter(want -> !tips.contains(want)).toList();
    if (others.isEmpty()) {
      return Optional.empty();
    }
    try (ObjectReader reader = repository.newObjectReader()) {
      Set<ObjectId> missing = missing(others, tips, reader);
      return others.stream().filter(missing::contains).findFirst().map(id -> JgitIds.oid(id));
    }
  }

  /** Returns the objects that this repository's refs reach. */
  static List<Oid> own(FamilyRepository repository, List<Oid> ids) throws IOException {
    SequencedSet<ObjectId> tips = repository.getRefDatabase().tips();
    try (ObjectReader reader = repository.newObjectReader()) {
      List<Oid> here = new ArrayList<>();
      Set<ObjectId> others = new TreeSet<>();
      for (Oid id : ids) {
        ObjectId object = JgitIds.of(id);
        if (tips.contains(object) || reader.has(object)) {
          here.add(id);
          others.add(object);
        }
      }
      others.removeAll(tips);
      Set<ObjectId> missing = others.isEmpty() ? Set.of() : missing(others, tips, reader);
      here.removeIf(id -> missing.contains(JgitIds.of(id)));
      return here;
    }
  }

  private static Set<ObjectId> missing(
      Collection<ObjectId> wants, SequencedSet<ObjectId> tips, ObjectReader reader)
      throws IOException {
    Set<ObjectId> missing = new TreeSet<>(wants);
    // An object in no pack needs no walk: the request is refused in any case.
    for (ObjectId want : wants) {
      if (!reader.has(want)) {
        return Set.of(want);
      }
    }
    BitmapIndex bitmaps = reader.getBitmapIndex();
    if (bitmaps == null) {
      new ReachableObjects(reader).removeReached(tips, missing);
      return missing;
    }
    try (ObjectWalk walk = new ObjectWalk(reader)) {
      BitmapIndex.BitmapBuilder reached =
          new BitmapWalker(walk, bitmaps, NullProgressMonitor.INSTANCE)
              .findObjects(tips, null, false);
      missing.removeIf(reached::contains);
      return missing;
    }
  }
}
