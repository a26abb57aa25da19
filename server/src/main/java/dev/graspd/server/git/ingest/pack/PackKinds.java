package dev.graspd.server.git.ingest.pack;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.internal.storage.file.PackIndex;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * Reads the kinds of packed objects from the headers of their entries. A push refers to many
 * objects that are here already; inflating each of them, as JGit does to learn its kind, would cost
 * more than the push. For one thread.
 */
final class PackKinds implements AutoCloseable {
  /** A kind and size of at most ten bytes, then an id or a distance. */
  private static final int HEADER_BYTES_MAX = 32;

  /** One pack; its file is opened at first use. */
  private static final class Place {
    final Pack pack;
    final PackIndex index;
    @Nullable FileChannel file;

    Place(Pack pack) throws IOException {
      this.pack = pack;
      this.index = pack.getIndex();
    }

    FileChannel file() throws IOException {
      FileChannel opened = file;
      if (opened == null) {
        opened = FileChannel.open(pack.getPackFile().toPath(), StandardOpenOption.READ);
        file = opened;
      }
      return opened;
    }
  }

  private final List<Place> places = new ArrayList<>();
  private final ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES_MAX);

  PackKinds(List<Pack> packs) throws IOException {
    for (Pack pack : packs) {
      places.add(new Place(pack));
    }
  }

  /** Returns JGit's number of a kind, {@link Constants#OBJ_BAD} if the object is not here. */
  int of(AnyObjectId id) throws IOException {
    for (Place place : places) {
      long offset = place.index.findOffset(id);
      if (offset >= 0) {
        return at(place, offset);
      }
    }
    return Constants.OBJ_BAD;
  }

  private int at(Place place, long start) throws IOException {
    long offset = start;
    while (offset >= 0) {
      header.clear();
      place.file().read(header, offset);
      header.flip();
      int c = header.get();
      int kind = (c >> 4) & 7;
      while (c < 0) {
        c = header.get();
      }
      switch (kind) {
        case Constants.OBJ_OFS_DELTA -> offset -= distance();
        case Constants.OBJ_REF_DELTA -> offset = place.index.findOffset(base());
        default -> {
          return kind;
        }
      }
    }
    throw new IOException("a published delta has no base");
  }

  private long distance() {
    int c = header.get();
    long distance = c & 0x7f;
    while (c < 0) {
      c = header.get();
      distance = ((distance + 1) << 7) | (c & 0x7f);
    }
    return distance;
  }

  private ObjectId base() {
    byte[] id = new byte[Constants.OBJECT_ID_LENGTH];
    header.get(id);
    return ObjectId.fromRaw(id);
  }

  @Override
  public void close() throws IOException {
    for (Place place : places) {
      FileChannel opened = place.file;
      if (opened != null) {
        opened.close();
      }
    }
  }
}
