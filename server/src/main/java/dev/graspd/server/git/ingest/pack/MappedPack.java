package dev.graspd.server.git.ingest.pack;

import dev.graspd.server.git.ingest.budget.IngestFaults;
import dev.graspd.server.git.ingest.budget.RefusedException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.eclipse.jgit.lib.Constants;

/** Reads entries of a pack that the scan has accepted. For one thread. */
final class MappedPack implements AutoCloseable {
  private final Arena arena = Arena.ofConfined();
  private final Inflater inflater = new Inflater();
  private final MemorySegment pack;

  MappedPack(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      pack = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
    }
  }

  /** Returns the entry at an offset: an object, or the instructions of a delta. */
  byte[] read(long offset) throws RefusedException {
    long length = Math.min(pack.byteSize() - offset, Integer.MAX_VALUE);
    ByteBuffer bytes = pack.asSlice(offset, length).asByteBuffer();
    byte[] content = new byte[headerSize(bytes)];
    inflater.reset();
    inflater.setInput(bytes);
    try {
      int filled = 0;
      while (filled < content.length) {
        int read = inflater.inflate(content, filled, content.length - filled);
        if (read == 0) {
          throw IngestFaults.broken("a compressed stream cannot be read");
        }
        filled += read;
      }
    } catch (DataFormatException e) {
      throw IngestFaults.broken("a compressed stream cannot be read");
    }
    return content;
  }

  /** Skips an entry's header; returns the size in it, which the scan has checked. */
  private static int headerSize(ByteBuffer bytes) {
    int c = bytes.get();
    int kind = c >> 4 & 7;
    int size = c & 15;
    for (int shift = 4; c < 0; shift += 7) {
      c = bytes.get();
      size |= (c & 0x7f) << shift;
    }
    if (kind == Constants.OBJ_OFS_DELTA) {
      while (bytes.get() < 0) {}
    } else if (kind == Constants.OBJ_REF_DELTA) {
      bytes.position(bytes.position() + Constants.OBJECT_ID_LENGTH);
    }
    return size;
  }

  @Override
  public void close() {
    inflater.end();
    arena.close();
  }
}
