package dev.graspd.server.git.objects;

import dev.graspd.core.repo.ObjectKind;
import dev.graspd.core.repo.ObjectsHere;
import dev.graspd.core.repo.Oid;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.lib.Config;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.util.FS;

/** What the packs of one object directory hold. Thread-safe. */
final class PackedObjects implements ObjectsHere {
  /** Larger objects are not inflated to learn what they are. */
  private static final int INFLATED_FOR_KIND_BYTES_MAX = 1;

  private final ObjectDirectory directory;

  PackedObjects(ObjectDirectory directory) {
    this.directory = directory;
  }

  /** Opens a directory, which need not exist yet. */
  static ObjectDirectory open(Path objects, Config config, FS files) throws IOException {
    // No shallow file: a family is never shallow. No alternates: all of it is in its own packs.
    return new ObjectDirectory(config, objects.toFile(), null, files, null);
  }

  @Override
  public Optional<ObjectKind> kindOf(Oid id) {
    try (ObjectReader reader = directory.newReader()) {
      reader.setStreamFileThreshold(INFLATED_FOR_KIND_BYTES_MAX);
      return Optional.of(kind(reader.open(ObjectId.fromString(id.hex())).getType()));
    } catch (MissingObjectException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
