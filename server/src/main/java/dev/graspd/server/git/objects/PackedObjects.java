package dev.graspd.server.git.objects;

import dev.graspd.core.repo.ObjectKind;
import dev.graspd.core.repo.ObjectsHere;
import dev.graspd.core.repo.Oid;
import dev.graspd.server.git.JgitIds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Config;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.util.FS;

/** The objects in the packs of one object directory. Thread-safe. */
record PackedObjects(ObjectDirectory directory) implements ObjectsHere {
  /** JGit does not inflate larger objects to learn their kind. */
  private static final int INFLATED_FOR_KIND_BYTES_MAX = 1;

  /** Opens a directory, which need not exist yet. */
  static ObjectDirectory open(Path objects, Config config, FS files) throws IOException {
    // No shallow file: a family is never shallow. No alternates: its packs have everything.
    return new ObjectDirectory(config, objects.toFile(), null, files, null);
  }

  @Override
  public Optional<ObjectKind> kindOf(Oid id) {
    try (ObjectReader reader = directory.newReader()) {
      reader.setStreamFileThreshold(INFLATED_FOR_KIND_BYTES_MAX);
      return Optional.of(kind(reader.open(JgitIds.of(id)).getType()));
    } catch (MissingObjectException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns whether an object is in one of these packs. */
  static boolean isIn(Collection<Pack> packs, AnyObjectId id) {
    try {
      for (Pack pack : packs) {
        if (pack.hasObject(id)) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns a pack's name without its ending. */
  static String nameOf(Pack pack) {
    String file = pack.getPackFile().getName();
    int ending = file.lastIndexOf('.');
    return ending < 0 ? file : file.substring(0, ending);
  }

  private static ObjectKind kind(int type) {
    return switch (type) {
      case Constants.OBJ_COMMIT -> ObjectKind.COMMIT;
      case Constants.OBJ_TREE -> ObjectKind.TREE;
      case Constants.OBJ_BLOB -> ObjectKind.BLOB;
      case Constants.OBJ_TAG -> ObjectKind.TAG;
      default -> throw new IllegalStateException("object of type " + type);
    };
  }
}
