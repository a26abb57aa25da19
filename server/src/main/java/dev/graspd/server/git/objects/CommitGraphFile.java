package dev.graspd.server.git.objects;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import org.eclipse.jgit.internal.storage.commitgraph.CommitGraphWriter;
import org.eclipse.jgit.internal.storage.commitgraph.GraphCommits;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ProgressMonitor;
import org.eclipse.jgit.revwalk.RevCommit;

/**
 * Writes a commit graph, with filters of the paths that each commit changes: the history of one
 * file then reads few trees. Readers keep the graph in memory, so filters may at most double it; a
 * graph whose commits change hundreds of paths each has none.
 */
record CommitGraphFile(Path file, ProgressMonitor work) {
  /** The most bytes of the filter of one commit; beyond 512 changed paths JGit writes one byte. */
  private static final int FILTER_BYTES_MAX = 640;

  /** The share of the heap for filters while they are made. */
  private static final int FILTERS_HEAP_SHARE = 32;

  /** What a commit graph takes without filters: for all, and for each commit. */
  private static final int GRAPH_BYTES = 1_200;

  private static final int COMMIT_BYTES = 56;

  /** Signature, versions and the number of chunks; then a table of ids and positions. */
  private static final int CHUNKS_AT = 6;

  private static final int TABLE_AT = 8;
  private static final int ROW_BYTES = Integer.BYTES + Long.BYTES;

  /** The chunk of filters, which begins with the version of their hash. */
  private static final int FILTERS = 0x42444154; // BDAT

  /**
   * In version 1, git takes bytes from 0x80 on for negative numbers. JGit does not, but writes that
   * version: git would not find the history of names that are not ASCII.
   */
  private static final int HASH_VERSION = 2;

  void write(GraphCommits commits) throws IOException {
    long count = 0;
    for (RevCommit _ : commits) {
      count++;
    }
    long filtersMax = Runtime.getRuntime().maxMemory() / FILTERS_HEAP_SHARE;
    if (count * FILTER_BYTES_MAX > filtersMax
        || written(commits, true) > 2 * (GRAPH_BYTES + count * COMMIT_BYTES)) {
      long _ = written(commits, false);
    } else {
      setHashVersion();
    }
  }

  /** Returns the bytes of the file. */
  private long written(GraphCommits commits, boolean isFiltered) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
      CommitGraphWriter.Stats _ = new CommitGraphWriter(commits, isFiltered).write(work, out);
    }
    return Files.size(file);
  }

  private void setHashVersion() throws IOException {
    try (FileChannel graph =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      long end = graph.size() - Constants.OBJECT_ID_LENGTH;
      int chunks = read(graph, CHUNKS_AT, 1).get() & 0xff;
      ByteBuffer table = read(graph, TABLE_AT, chunks * ROW_BYTES);
      for (int i = 0; i < chunks; i++) {
        int id = table.getInt();
        long position = table.getLong();
        if (id == FILTERS) {
          put(graph, ByteBuffer.allocate(Integer.BYTES).putInt(HASH_VERSION).flip(), position);
          put(graph, ByteBuffer.wrap(checksum(graph, end)), end);
        }
      }
    }
  }

  private static byte[] checksum(FileChannel graph, long end) throws IOException {
    MessageDigest digest = Constants.newMessageDigest();
    for (long at = 0; at < end; ) {
      ByteBuffer part = read(graph, at, (int) Math.min(1 << 16, end - at));
      at += part.remaining();
      digest.update(part);
    }
    return digest.digest();
  }

  private static ByteBuffer read(FileChannel graph, long at, int bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(bytes);
    while (buffer.hasRemaining()) {
      if (graph.read(buffer, at + buffer.position()) < 0) {
        throw new IOException("the new commit graph is cut");
      }
    }
    return buffer.flip();
  }

  private static void put(FileChannel graph, ByteBuffer bytes, long at) throws IOException {
    long next = at;
    while (bytes.hasRemaining()) {
      next += graph.write(bytes, next);
    }
  }
}
