package dev.graspd.server.git.local;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.store.blocking.Blocking;
import dev.graspd.server.git.JgitIds;
import dev.graspd.server.git.objects.ObjectStores;
import java.io.IOException;
import java.io.OutputStream;
import java.util.SortedSet;
import java.util.TreeSet;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.internal.storage.pack.PackWriter;
import org.eclipse.jgit.lib.NullProgressMonitor;
import org.eclipse.jgit.storage.pack.PackConfig;

/** Makes packs of the objects of families that are hosted here, for another server. */
@Blocking
public record FamilyPacks(ObjectStores objects) {
  /**
   * Writes a pack of some objects and all that they refer to.
   *
   * @param haves objects that the reader has, with all that they refer to; those that are not here
   *     have no effect
   * @return false if something that they refer to is missing; then the stream is of no use
   */
  public boolean write(
      Identifier family, SortedSet<Oid> wants, SortedSet<Oid> haves, OutputStream out)
      throws IOException {
    PackConfig config = new PackConfig();
    config.setDeltaCompress(false);
    try (ObjectStores.Lease lease = objects.lease(family);
        PackWriter writer = new PackWriter(config, lease.directory().newReader())) {
      SortedSet<Oid> known = new TreeSet<>(haves);
      for (Oid id : haves) {
        if (!lease.directory().has(JgitIds.of(id))) {
          known.remove(id);
        }
      }
      writer.preparePack(NullProgressMonitor.INSTANCE, JgitIds.all(wants), JgitIds.all(known));
      writer.writePack(NullProgressMonitor.INSTANCE, NullProgressMonitor.INSTANCE, out);
      return true;
    } catch (MissingObjectException e) {
      return false;
    }
  }
}
