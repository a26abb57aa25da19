package dev.graspd.server.search;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.lucene.index.ConcurrentMergeScheduler;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;

/**
 * The files of the index. New events are found after {@link #refreshed}, and are on disk after
 * {@link #commit}, with the number in the log up to which the index has everything. For one thread;
 * readers may be given to others.
 */
final class EventIndex implements Closeable {
  /** Changes with the rules for words and fields, too: an older index is built again. */
  private static final String FORMAT = "2";

  private static final String FORMAT_KEY = "format";
  private static final String SEQ_KEY = "seq";
  private static final String RECORD_KEY = "record";

  /** Heap for events that are not in a file yet. */
  private static final double BUFFER_MEGABYTES = 12;

  private static final int MERGES_MAX = 4;
  private static final int MERGE_THREADS = 1;

  /** Says once that it would like a module for vectors, which this index does not have. */
  private static final Logger LUCENE = Logger.getLogger("org.apache.lucene");

  static {
    LUCENE.setLevel(Level.SEVERE);
  }

  /**
   * What the last commit has.
   *
   * @param seq the index has all of the log up to here
   * @param record what the log said there, so that an index of another store is noticed
   */
  record Position(long seq, String record) {
    static final Position START = new Position(0, "");
  }

  private final Directory directory;
  private final IndexWriter writer;
  private final Position committed;
  private DirectoryReader reader;

  private EventIndex(
      Directory directory, IndexWriter writer, DirectoryReader reader, Position committed) {
    this.directory = directory;
    this.writer = writer;
    this.reader = reader;
    this.committed = committed;
  }

  /**
   * Opens the index, an empty one if the directory has none.
   *
   * @throws IOException if it is damaged, too, or if its format is another one
   */
  static EventIndex open(Path path) throws IOException {
    Directory directory = FSDirectory.open(path);
    try {
      return open(directory);
    } catch (IOException | RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  private static EventIndex open(Directory directory) throws IOException {
    boolean isNew = !DirectoryReader.indexExists(directory);
    Position committed = isNew ? Position.START : verified(directory);
    ConcurrentMergeScheduler merges = new ConcurrentMergeScheduler();
    merges.setMaxMergesAndThreads(MERGES_MAX, MERGE_THREADS);
    IndexWriter writer =
        new IndexWriter(
            directory,
            new IndexWriterConfig()
                .setRAMBufferSizeMB(BUFFER_MEGABYTES)
                .setMergeScheduler(merges)
                .setCommitOnClose(false));
    try {
      return new EventIndex(directory, writer, DirectoryReader.open(writer), committed);
    } catch (IOException | RuntimeException e) {
      writer.rollback();
      throw e;
    }
  }

  /** Reads all files once: a damage would otherwise be found by somebody's question. */
  private static Position verified(Directory directory) throws IOException {
    try (DirectoryReader all = DirectoryReader.open(directory)) {
      Map<String, String> data = all.getIndexCommit().getUserData();
      if (!FORMAT.equals(data.get(FORMAT_KEY))) {
        throw new IOException("its format is " + data.get(FORMAT_KEY) + ", not " + FORMAT);
      }
      for (LeafReaderContext leaf : all.leaves()) {
        leaf.reader().checkIntegrity();
      }
      return position(data);
    }
  }

  static Position position(Map<String, String> data) throws IOException {
    try {
      return new Position(
          Long.parseLong(data.getOrDefault(SEQ_KEY, "")), data.getOrDefault(RECORD_KEY, ""));
    } catch (NumberFormatException e) {
      throw new IOException("it does not say how far it is", e);
    }
  }

  /** Returns what was on disk when the index was opened. */
  Position committed() {
    return committed;
  }

  void add(Event event) throws IOException {
    long _ = writer.addDocument(IndexFields.document(event));
  }

  void remove(EventId id) throws IOException {
    long _ = writer.deleteDocuments(new Term(IndexFields.ID, IndexFields.bytes(id)));
  }

  /**
   * Returns a reader that finds all that was added. It belongs to the index until the next call, or
   * its end: who keeps it longer takes a reference.
   */
  DirectoryReader refreshed() throws IOException {
    DirectoryReader newer = DirectoryReader.openIfChanged(reader, writer);
    if (newer != null) {
      reader.close();
      reader = newer;
    }
    return reader;
  }

  void commit(Position position) throws IOException {
    Map<String, String> data = new TreeMap<>();
    data.put(FORMAT_KEY, FORMAT);
    data.put(SEQ_KEY, Long.toString(position.seq()));
    data.put(RECORD_KEY, position.record());
    writer.setLiveCommitData(data.entrySet());
    long _ = writer.commit();
  }

  /** Ends without a commit. */
  @Override
  public void close() throws IOException {
    try (directory;
        Closeable _ = writer::rollback) {
      reader.close();
    }
  }
}
