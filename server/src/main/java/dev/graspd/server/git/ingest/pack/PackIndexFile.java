package dev.graspd.server.git.ingest.pack;

import dev.graspd.server.base.DurableFiles;
import dev.graspd.server.git.objects.Digests;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.util.ArrayList;
import java.util.List;

/** Writes the index of a pack (version 2, as gitformat-pack describes it). */
final class PackIndexFile {
  private static final int MAGIC = 0xff744f63;
  private static final int VERSION = 2;
  private static final int FAN_OUT = 256;
  private static final long OFFSET_MAX = Integer.MAX_VALUE;

  private PackIndexFile() {}

  static void write(Path file, PackEntries entries, byte[] packChecksum) throws IOException {
    int[] sorted = entries.byId();
    try (DigestOutputStream digested =
            new DigestOutputStream(
                new BufferedOutputStream(DurableFiles.create(file)), Digests.sha1());
        DataOutputStream out = new DataOutputStream(digested)) {
      out.writeInt(MAGIC);
      out.writeInt(VERSION);
      writeFanOut(out, entries, sorted);
      for (int entry : sorted) {
        entries.id(entry).copyRawTo(out);
      }
      for (int entry : sorted) {
        out.writeInt(entries.crc(entry));
      }
      writeOffsets(out, entries, sorted);
      out.write(packChecksum);
      out.write(digested.getMessageDigest().digest());
    }
  }

  private static void writeFanOut(DataOutputStream out, PackEntries entries, int[] sorted)
      throws IOException {
    int below = 0;
    for (int first = 0; first < FAN_OUT; first++) {
      while (below < sorted.length && entries.id(sorted[below]).getFirstByte() == first) {
        below++;
      }
      out.writeInt(below);
    }
  }

  private static void writeOffsets(DataOutputStream out, PackEntries entries, int[] sorted)
      throws IOException {
    List<Long> large = new ArrayList<>();
    for (int entry : sorted) {
      long offset = entries.offset(entry);
      if (offset > OFFSET_MAX) {
        out.writeInt(Integer.MIN_VALUE | large.size());
        large.add(offset);
      } else {
        out.writeInt((int) offset);
      }
    }
    for (long offset : large) {
      out.writeLong(offset);
    }
  }
}
