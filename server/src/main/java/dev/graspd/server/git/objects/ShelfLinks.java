package dev.graspd.server.git.objects;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedSet;
import java.util.TreeSet;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.lib.ObjectId;

/** Reads the references from objects on a shelf to published objects. */
final class ShelfLinks {
  private ShelfLinks() {}

  /** Returns the published objects that a shelf refers to; none if the shelf is gone. */
  static SortedSet<ObjectId> into(ObjectStores stores, String shelf, ObjectDirectory published)
      throws IOException {
    SortedSet<ObjectId> links = new TreeSet<>();
    Path objects = stores.layout().quarantine().resolve(shelf).resolve("objects");
    if (!Files.isDirectory(objects)) {
      return links;
    }
    ObjectDirectory own = stores.opened(objects);
    try {
      boolean _ =
          PackLinks.areAll(
              own,
              _ -> true,
              to -> {
                if (!own.has(to) && published.has(to)) {
                  links.add(to.toObjectId());
                }
                return true;
              });
    } finally {
      own.close();
    }
    return links;
  }
}
