package dev.graspd.server.git.ingest;

import java.io.IOException;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectDatabase;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.ObjectReader;

/** What is published in a family, for those who check a pack against it. For one thread. */
final class Published implements AutoCloseable {
  private final ObjectReader kinds;
  private final ObjectReader contents;

  Published(ObjectDatabase objects) {
    this.kinds = objects.newReader();
    this.contents = objects.newReader();
    // Large objects need not be inflated to learn their kind.
    kinds.setStreamFileThreshold(1);
  }

  /** Returns JGit's number of a kind, {@link Constants#OBJ_BAD} if the object is not here. */
  int kindOf(AnyObjectId id) throws IOException {
    try {
      return kinds.open(id).getType();
    } catch (MissingObjectException e) {
      return Constants.OBJ_BAD;
    }
  }

  byte[] read(AnyObjectId id, long bytesMax) throws IOException {
    ObjectLoader loader = contents.open(id);
    if (loader.getSize() > bytesMax) {
      throw Faults.objectTooLarge(bytesMax);
    }
    return loader.getCachedBytes((int) bytesMax);
  }

  @Override
  public void close() {
    kinds.close();
    contents.close();
  }
}
