package dev.graspd.server.git.objects;

import dev.graspd.server.gate.Delivery;
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
import org.eclipse.jgit.internal.storage.commitgraph.CommitGraphWriter;
import org.eclipse.jgit.internal.storage.commitgraph.GraphCommits;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.internal.storage.file.PackBitmapIndexWriterV1;
import org.eclipse.jgit.internal.storage.file.PackIndex;
import org.eclipse.jgit.internal.storage.pack.PackWriter;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectIdOwnerMap;
import org.eclipse.jgit.lib.ObjectIdSet;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.storage.pack.PackConfig;

/** Makes packs of objects that are published, in a room of the quarantine. For one thread. */
final class PackMaking implements AutoCloseable {
  /** Memory for finding deltas, beside that for the objects of the pack. */
  private static final long DELTA_MEMORY_BYTES_MAX = 32L << 20;

  /** Larger objects are stored as they are. */
  private static final int DELTA_OBJECT_BYTES_MAX = 16 << 20;

  private static final class Seen extends ObjectIdOwnerMap.Entry {
    private static final long serialVersionUID = 1L;

    Seen(AnyObjectId id) {
      super(id);
    }
  }

  private final ObjectDirectory objects;
  private final Room room;
  private final Work work;
  private final ObjectReader reader;

  /** Tells kinds without inflating. */
  private final ObjectReader kinds;

  private ObjectIdSet reached = _ -> false;

  PackMaking(ObjectDirectory objects, Room room, Work work) {
    this.objects = objects;
    this.room = room;
    this.work = work;
    this.reader = objects.newReader();
    this.kinds = objects.newReader();
    kinds.setStreamFileThreshold(1);
  }

  /** Makes a pack of all objects of some packs. */
  Delivery.Pack all(Collection<Pack> packs) throws IOException {
    try (PackWriter writer = writer();
        RevWalk walk = new RevWalk(reader)) {
      ObjectIdOwnerMap<Seen> added = new ObjectIdOwnerMap<>();
      for (Pack pack : packs) {
        for (PackIndex.MutableEntry entry : pack) {
          add(entry.toObjectId(), added, walk, writer);
        }
      }
      return written(writer);
    }
  }

  private void add(ObjectId id, ObjectIdOwnerMap<Seen> added, RevWalk walk, PackWriter writer)
      throws IOException {
    work.goOn();
    if (!added.contains(id)) {
      added.add(new Seen(id));
      writer.addObject(walk.lookupAny(id, kinds.open(id).getType()));
    }
  }

  /** Makes a pack of all that some objects reach, with what makes reading it cheap. */
  Delivery.Pack reachable(SortedSet<ObjectId> roots, boolean bitmap) throws IOException {
    try (PackWriter writer = writer()) {
      writer.setCreateBitmaps(bitmap);
      writer.preparePack(work, roots, PackWriter.NONE);
      Delivery.Pack pack = written(writer);
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
    try (RevWalk walk = new RevWalk(reader);
        OutputStream out = file(Room.COMMIT_GRAPH)) {
      CommitGraphWriter.Stats _ =
          new CommitGraphWriter(GraphCommits.fromWalk(work, roots, walk)).write(work, out);
    }
  }

  /**
   * Makes a pack of what is in some packs and not in the one before, with all that it refers to:
   * what stays, stays closed.
   */
  Optional<Delivery.Pack> unreached(Collection<Pack> packs) throws IOException {
    ObjectIdOwnerMap<Seen> rest = new ObjectIdOwnerMap<>();
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
        work.goOn();
        ObjectId id = open.pop();
        int kind = kinds.open(id).getType();
        writer.addObject(walk.lookupAny(id, kind));
        if (kind != Constants.OBJ_BLOB) {
          boolean _ = Links.read(reader.open(id), (to, _) -> enter(to, rest, open));
        }
      }
      return Optional.of(written(writer));
    }
  }

  private boolean enter(ObjectId id, ObjectIdOwnerMap<Seen> rest, Deque<ObjectId> open) {
    if (!reached.contains(id) && !rest.contains(id)) {
      rest.add(new Seen(id));
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
    PackWriter writer = new PackWriter(config, objects.newReader());
    writer.setDeltaBaseAsOffset(true);
    writer.setReuseDeltaCommits(true);
    writer.setUseBitmaps(false);
    writer.setUseCachedPacks(false);
    return writer;
  }

  private Delivery.Pack written(PackWriter writer) throws IOException {
    room.makePacks();
    String name = room.packName(bytes(writer.computeName()));
    Path file = room.packs().resolve(name + ".pack");
    try (OutputStream out = file(name + ".pack")) {
      writer.writePack(work, work, out);
    }
    try (OutputStream out = file(name + ".idx")) {
      writer.writeIndex(out);
    }
    return new Delivery.Pack(name, Files.size(file));
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
