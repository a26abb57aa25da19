package dev.graspd.server.git.reuse;

import java.io.IOException;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import org.eclipse.jgit.errors.StoredObjectRepresentationNotAvailableException;
import org.eclipse.jgit.internal.storage.pack.CachedPack;
import org.eclipse.jgit.internal.storage.pack.ObjectReuseAsIs;
import org.eclipse.jgit.internal.storage.pack.ObjectToPack;
import org.eclipse.jgit.internal.storage.pack.PackOutputStream;
import org.eclipse.jgit.internal.storage.pack.PackWriter;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.BitmapIndex.BitmapBuilder;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.ProgressMonitor;
import org.jspecify.annotations.Nullable;

/**
 * Copies objects from pack to pack as they are, each with one try. JGit takes a failed write of an
 * object's header (the client is gone, the disk is full) for an object that is missing in its pack,
 * finds it again and would try without end; here it inflates the object, and its next write fails
 * for good.
 */
public final class ReusingOnce extends ObjectReader.Filter implements ObjectReuseAsIs {
  private final ObjectReader reader;
  private final ObjectReuseAsIs packs;

  /** The last object that could not be copied. */
  private @Nullable ObjectId failed;

  /** Owns the reader, which is closed with this one. */
  private ReusingOnce(ObjectReader reader, ObjectReuseAsIs packs) {
    this.reader = reader;
    this.packs = packs;
  }

  public static ObjectReader over(ObjectReader reader) {
    return reader instanceof ObjectReuseAsIs packs ? new ReusingOnce(reader, packs) : reader;
  }

  @Override
  protected ObjectReader delegate() {
    return reader;
  }

  @Override
  public ObjectReader newReader() {
    return over(reader.newReader());
  }

  @Override
  public ObjectToPack newObjectToPack(AnyObjectId id, int type) {
    return packs.newObjectToPack(id, type);
  }

  @Override
  public void selectObjectRepresentation(
      PackWriter packer, ProgressMonitor monitor, Iterable<ObjectToPack> objects)
      throws IOException {
    if (!isFailed(objects)) {
      packs.selectObjectRepresentation(packer, monitor, objects);
    }
  }

  /** JGit asks again for the one object that it could not copy. */
  private boolean isFailed(Iterable<ObjectToPack> objects) {
    Iterator<ObjectToPack> each = objects.iterator();
    return failed != null && each.hasNext() && each.next().equals(failed) && !each.hasNext();
  }

  @Override
  public void copyObjectAsIs(PackOutputStream out, ObjectToPack object, boolean validate)
      throws IOException, StoredObjectRepresentationNotAvailableException {
    try {
      packs.copyObjectAsIs(out, object, validate);
    } catch (StoredObjectRepresentationNotAvailableException e) {
      failed = object.copy();
      throw e;
    }
  }

  @Override
  public void writeObjects(PackOutputStream out, List<ObjectToPack> list) throws IOException {
    packs.writeObjects(out, list);
  }

  @Override
  public void copyPackAsIs(PackOutputStream out, CachedPack pack) throws IOException {
    packs.copyPackAsIs(out, pack);
  }

  @Override
  public Collection<CachedPack> getCachedPacksAndUpdate(BitmapBuilder needed) throws IOException {
    return packs.getCachedPacksAndUpdate(needed);
  }
}
