package dev.graspd.server.gate;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.ObjectsHere;
import dev.graspd.core.repo.Oid;
import java.io.IOException;
import java.util.List;
import java.util.SortedSet;

/**
 * Objects that somebody brought, checked and complete, in quarantine: they belong to no repository
 * yet. Closing it without {@link #keep} or {@link #shelve} leaves no byte of it. Used by one thread
 * at a time.
 */
public interface Delivery extends AutoCloseable {
  /** One pack that a delivery brings; the name is that of the file without its ending. */
  record Pack(String name, long bytes) {}

  /** What was checked is not true any more; nothing is wrong with the disk. */
  final class OutdatedException extends IOException {
    private static final long serialVersionUID = 1L;

    public OutdatedException(String message) {
      super(message);
    }
  }

  Identifier family();

  /** Returns what is in the delivery or published in its family. */
  ObjectsHere objects();

  /**
   * Returns whether an object is in the delivery itself, and counts for the events of a key. All
   * that it refers to is in the delivery too, or was served when it came, or was brought for that
   * key before: its sender has not merely named it.
   */
  boolean brings(PublicKey signer, Oid id);

  /**
   * Returns which of these are here with all that they refer to, in the delivery or published.
   * Unlike {@link #objects} it looks at everything, because something was lost.
   *
   * @param without packs that do not count, by name
   */
  SortedSet<Oid> whole(SortedSet<Oid> tips, SortedSet<String> without);

  /** Returns the packs that {@link #publish} adds to the family; none for an empty push. */
  List<Pack> packs();

  /**
   * Moves the packs into the family's store. On disk (files and directories) when it returns. Until
   * {@link #keep} they can be taken back (and publishing again changes nothing), also by the next
   * start: a pack whose name the store does not know is removed then.
   */
  void publish() throws IOException;

  /** Makes the publication final: a transaction that names the packs is on disk. */
  void keep();

  /**
   * Keeps the objects apart, on disk, fetchable by nobody, until they are unshelved or the store
   * forgets the shelf; returns its name.
   */
  String shelve() throws IOException;

  /** Removes what was neither kept nor shelved; what was published is withdrawn. */
  @Override
  void close();
}
