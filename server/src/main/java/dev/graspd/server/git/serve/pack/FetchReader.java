package dev.graspd.server.git.serve.pack;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
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
 * Reads objects for one fetch and counts them: trees from the cache, because JGit's readers have
 * none across fetches, and everything else from the reader below.
 */
final class FetchReader extends ObjectReader.Filter implements ObjectReuseAsIs {
  private final ObjectReader reader;
  private final ObjectReuseAsIs packs;
  private final Optional<TreeCache.Use> trees;
  private final Optional<PackMeter> meter;

  /** Owns the reader, which is closed with this one. */
  private FetchReader(
      ObjectReader reader,
      ObjectReuseAsIs packs,
      Optional<TreeCache.Use> trees,
      Optional<PackMeter> meter) {
    this.reader = reader;
    this.packs = packs;
    this.trees = trees;
    this.meter = meter;
  }

  static ObjectReader over(
      ObjectReader reader, Optional<TreeCache.Use> trees, Optional<PackMeter> meter) {
    boolean hasUse = trees.isPresent() || meter.isPresent();
    return hasUse && reader instanceof ObjectReuseAsIs packs
        ? new FetchReader(reader, packs, trees, meter)
        : reader;
  }

  @Override
  protected ObjectReader delegate() {
    return reader;
  }

  @Override
  public ObjectReader newReader() {
    return over(reader.newReader(), trees, meter);
  }

  @Override
  public ObjectLoader open(AnyObjectId id, int type) throws IOException {
    meter.ifPresent(PackMeter::count);
    return type == Constants.OBJ_TREE && trees.isPresent()
        ? tree(id, trees.get())
        : reader.open(id, type);
  }

  private ObjectLoader tree(AnyObjectId id, TreeCache.Use cache) throws IOException {
    byte[] kept = cache.find(id);
    if (kept != null) {
      return new ObjectLoader.SmallObject(Constants.OBJ_TREE, kept);
    }
    ObjectLoader loader = reader.open(id, Constants.OBJ_TREE);
    if (!loader.isLarge() && cache.mayKeep(loader.getSize())) {
      cache.keep(id, loader.getCachedBytes());
    }
    return loader;
  }

  @Override
  public boolean isNotLargerThan(AnyObjectId id, int type, long size) throws IOException {
    return reader.isNotLargerThan(id, type, size);
  }

  @Override
  public ObjectToPack newObjectToPack(AnyObjectId id, int type) {
    meter.ifPresent(PackMeter::count);
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
