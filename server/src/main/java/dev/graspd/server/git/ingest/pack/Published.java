package dev.graspd.server.git.ingest.pack;

import dev.graspd.server.git.ingest.budget.IngestFaults;
import dev.graspd.server.git.objects.ObjectStores;
import java.io.IOException;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.ObjectReader;

/** The published objects of a family, for the check of a pack. For one thread. */
final class Published implements AutoCloseable {
  private final PackKinds kinds;
  private final ObjectReader contents;

  Published(ObjectStores.Lease reading) throws IOException {
    this.kinds = new PackKinds(reading.packs());
    this.contents = reading.directory().newReader();
  }

  /** Returns JGit's number of a kind, {@link Constants#OBJ_BAD} if the object is not here. */
  int kindOf(AnyObjectId id) throws IOException {
    return kinds.of(id);
  }

  byte[] read(AnyObjectId id, long bytesMax) throws IOException {
    ObjectLoader loader = contents.open(id);
    if (loader.getSize() > bytesMax) {
      throw IngestFaults.objectTooLarge(bytesMax);
    }
    return loader.getCachedBytes((int) bytesMax);
  }

  @Override
  public void close() throws IOException {
    contents.close();
    kinds.close();
  }
}
