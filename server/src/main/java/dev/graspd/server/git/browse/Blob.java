package dev.graspd.server.git.browse;

import dev.graspd.core.repo.Oid;
import dev.graspd.server.git.JgitIds;
import java.io.IOException;
import java.io.InputStream;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.ObjectReader;

/**
 * The content of a file, or its beginning.
 *
 * @param size of all of it
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares contents
public record Blob(Oid oid, long size, byte[] beginning) {
  /** As git decides: a NUL within so many bytes. */
  static final int BINARY_LOOK = 8_000;

  static Blob read(ObjectReader reader, Oid oid, int bytesMax) throws IOException {
    ObjectLoader loader = reader.open(JgitIds.of(oid), Constants.OBJ_BLOB);
    byte[] beginning;
    try (InputStream in = loader.openStream()) {
      beginning = in.readNBytes((int) Math.min(bytesMax, loader.getSize()));
    }
    return new Blob(oid, loader.getSize(), beginning);
  }

  public boolean isWhole() {
    return beginning.length == size;
  }

  public boolean isBinary() {
    return isBinary(beginning);
  }

  static boolean isBinary(byte[] bytes) {
    for (int i = 0; i < Math.min(BINARY_LOOK, bytes.length); i++) {
      if (bytes[i] == 0) {
        return true;
      }
    }
    return false;
  }
}
