package dev.graspd.server.git.objects;

import dev.graspd.server.family.objects.PackDelivery;
import dev.graspd.server.git.reuse.ReusingOnce;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Optional;
import java.util.SortedSet;
import org.eclipse.jgit.internal.storage.commitgraph.GraphCommits;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.internal.storage.file.PackBitmapIndexWriterV1;
import org.eclipse.jgit.internal.storage.file.PackIndex;
import org.eclipse.jgit.internal.storage.pack.PackWriter;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectIdSet;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.storage.pack.PackConfig;

/** Makes packs of published objects, in a room of the quarantine. For one thread. */
final class PackMaking implements AutoCloseable {
  /** Memory for finding deltas, beside that for the objects of the pack. */
  private static final long DELTA_MEMORY_BYTES_MAX = 32L << 20;

  /** Larger objects are stored whole. */
  private static final int DELTA_OBJECT_BYTES_MAX = 16 << 20;

  private final ObjectDirectory objects;
  private final Room room;
  private final PackWork work;
  private final ObjectReader reader;

  /** Reads kinds without inflating. */
  private final ObjectReader kinds;

  private ObjectIdSet reached = _ -> false;

  PackMaking(ObjectDirectory objects, Room room, PackWork work) {
    this.objects = objects;
    this.room = room;
    this.work = work;
    this.reader = objects.newReader();
    this.kinds = objects.newReader();
    kinds.setStreamFileThreshold(1);
  }

  /** Makes a pack of all objects of some packs. */
  PackDelivery.Pack all(Collection<Pack> packs) throws IOException {
    try (PackWriter writer = writer();
        RevWalk walk = new RevWalk(reader)) {
      ObjectIds added = new ObjectIds();
      for (Pack pack : packs) {
        for (PackIndex.MutableEntry entry : pack) {
          add(entry.toObjectId(), added, walk, writer);
        }
      }
      return written(writer);
    }
  }

  private void add(ObjectId id, ObjectIds added, RevWalk walk, PackWriter writer)
      throws IOException {
    work.step();
    if (added.add(id)) {
      writer.addObject(walk.lookupAny(id, kinds.open(id).getType()));
    }
  }

  /**
   * Makes a pack of all objects that the roots reach, with a bitmap and a commit graph if wanted.
   */
  PackDelivery.Pack reachable(SortedSet<ObjectId> roots, boolean bitmap) throws IOException {
    try (PackWriter writer = writer()) {
      writer.setCreateBitmaps(bitmap);
      writer.preparePack(work, roots, PackWriter.NONE);
      PackDelivery.Pack pack = written(writer);
      reached = writer.getObjectSet();
      if (bitmap) {
        if (writer.prepareBitmapIndex(work)) {
          try (OutputStream out = file(pack.name() + ".bitmap")) {
            writer.writeBitmapIndex(new PackBitmapIndexWriterV1(out));
          }
        }
        writeCommitGraph(roots);
      }
      return pack;
    }
  }

  private void writeCommitGraph(SortedSet<ObjectId> roots) throws IOException {
    try (RevWalk walk = new RevWalk(reader)) {
      new CommitGraphFile(room.packs().resolve(Room.COMMIT_GRAPH), work)
          .write(GraphCommits.fromWalk(work, roots, walk));
    }
  }

  /**
   * Makes a pack of the objects in some packs that the pack before lacks, with all their
   * references: the store stays closed.
   */
  Optional<PackDelivery.Pack> unreached(Collection<Pack> packs) throws IOException {
    ObjectIds rest = new ObjectIds();
    Deque<ObjectId> open = new ArrayDeque<>();
    for (Pack pack : packs) {
      for (PackIndex.MutableEntry entry : pack) {
        enter(entry.toObjectId(), rest, open);
      }
    }
    if (rest.isEmpty()) {
      return Optional.empty();
    }
    try (PackWriter writer = writer();
        RevWalk walk = new RevWalk(reader)) {
      while (!open.isEmpty()) {
        work.step();
        ObjectId id = open.pop();
        int kind = kinds.open(id).getType();
        writer.addObject(walk.lookupAny(id, kind));
        if (kind != Constants.OBJ_BLOB) {
          boolean _ = PackLinks.read(reader.open(id), (to, _) -> enter(to, rest, open));
        }
      }
      return Optional.of(written(writer));
    }
  }

  private boolean enter(ObjectId id, ObjectIds rest, Deque<ObjectId> open) {
    if (!reached.contains(id) && rest.add(id)) {
      open.push(id);
    }
    return true;
  }

  private PackWriter writer() {
    PackConfig config = new PackConfig();
    config.setThreads(1);
    config.setDeltaSearchMemoryLimit(DELTA_MEMORY_BYTES_MAX);
    config.setDeltaCacheSize(DELTA_MEMORY_BYTES_MAX);
    config.setBigFileThreshold(DELTA_OBJECT_BYTES_MAX);
    PackWriter writer = new PackWriter(config, ReusingOnce.over(objects.newReader()));
    writer.setDeltaBaseAsOffset(true);
    writer.setReuseDeltaCommits(true);
    writer.setUseBitmaps(false);
    writer.setUseCachedPacks(false);
    return writer;
  }

  private PackDelivery.Pack written(PackWriter writer) throws IOException {
    room.makePacks();
    String name = room.packName(bytes(writer.computeName()));
    Path file = room.packs().resolve(name + ".pack");
    try (OutputStream out = file(name + ".pack")) {
      writer.writePack(work, work, out);
    }
    try (OutputStream out = file(name + ".idx")) {
      writer.writeIndex(out);
    }
    return new PackDelivery.Pack(name, Files.size(file));
  }

  private static byte[] bytes(ObjectId id) {
    byte[] raw = new byte[Constants.OBJECT_ID_LENGTH];
    id.copyRawTo(raw, 0);
    return raw;
  }

  private OutputStream file(String name) throws IOException {
    return new BufferedOutputStream(Files.newOutputStream(room.packs().resolve(name)), 1 << 16);
  }

  @Override
  public void close() {
    reader.close();
    kinds.close();
  }
}
