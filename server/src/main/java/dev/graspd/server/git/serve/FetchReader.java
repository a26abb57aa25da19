package dev.graspd.server.git.serve;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.eclipse.jgit.errors.StoredObjectRepresentationNotAvailableException;
import org.eclipse.jgit.internal.storage.pack.CachedPack;
import org.eclipse.jgit.internal.storage.pack.ObjectReuseAsIs;
import org.eclipse.jgit.internal.storage.pack.ObjectToPack;
import org.eclipse.jgit.internal.storage.pack.PackOutputStream;
import org.eclipse.jgit.internal.storage.pack.PackWriter;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.BitmapIndex.BitmapBuilder;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.ProgressMonitor;

/**
 * Reads for one fetch: trees from the cache, everything else as the reader behind it does. JGit's
 * own readers forget what they inflated when they are closed.
 */
final class FetchReader extends ObjectReader.Filter implements ObjectReuseAsIs {
  private final ObjectReader reader;
  private final ObjectReuseAsIs packs;
  private final TreeCache.Use trees;

  /** Takes a reader of packs over, which is closed with this one. */
  private FetchReader(ObjectReader reader, ObjectReuseAsIs packs, TreeCache.Use trees) {
    this.reader = reader;
    this.packs = packs;
    this.trees = trees;
  }

  static ObjectReader over(ObjectReader reader, TreeCache.Use trees) {
    return reader instanceof ObjectReuseAsIs packs ? new FetchReader(reader, packs, trees) : reader;
  }

  @Override
  protected ObjectReader delegate() {
    return reader;
  }

  @Override
  public ObjectReader newReader() {
    return over(reader.newReader(), trees);
  }

  @Override
  public ObjectLoader open(AnyObjectId id, int type) throws IOException {
    if (type != Constants.OBJ_TREE) {
      return reader.open(id, type);
    }
    byte[] kept = trees.find(id);
    if (kept != null) {
      return new ObjectLoader.SmallObject(Constants.OBJ_TREE, kept);
    }
    ObjectLoader loader = reader.open(id, type);
    if (!loader.isLarge() && trees.mayKeep(loader.getSize())) {
      trees.keep(id, loader.getCachedBytes());
    }
    return loader;
  }

  @Override
  public boolean isNotLargerThan(AnyObjectId id, int type, long size) throws IOException {
    return reader.isNotLargerThan(id, type, size);
  }

  @Override
  public ObjectToPack newObjectToPack(AnyObjectId id, int type) {
    return packs.newObjectToPack(id, type);
  }

  @Override
  public void selectObjectRepresentation(
      PackWriter packer, ProgressMonitor monitor, Iterable<ObjectToPack> objects)
      throws IOException {
    packs.selectObjectRepresentation(packer, monitor, objects);
  }

  @Override
  public void writeObjects(PackOutputStream out, List<ObjectToPack> list) throws IOException {
    packs.writeObjects(out, list);
  }

  @Override
  public void copyObjectAsIs(PackOutputStream out, ObjectToPack object, boolean validate)
      throws IOException, StoredObjectRepresentationNotAvailableException {
    packs.copyObjectAsIs(out, object, validate);
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
