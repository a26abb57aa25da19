package dev.graspd.server.family.objects;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.ObjectsHere;
import dev.graspd.core.repo.Oid;
import java.io.IOException;
import java.util.List;
import java.util.SortedSet;

/**
 * Objects of a push or fetch, checked and complete, in quarantine: they belong to no repository
 * yet. Closing it without {@link #keep} or {@link #shelve} removes it. Used by one thread at a
 * time.
 */
public interface PackDelivery extends AutoCloseable {
  /** One pack of a delivery; the name is that of the file without its ending. */
  record Pack(String name, long bytes) {}

  Identifier family();

  /** Returns the objects of the delivery and the published objects of its family. */
  ObjectsHere objects();

  /**
   * Returns whether an object is in the delivery itself and counts for the events of a key. All
   * that it refers to is in the delivery, or was served when it came, or arrived for that key
   * before: its sender has not merely named it.
   */
  boolean brings(PublicKey signer, Oid id);

  /**
   * Returns which of these are complete with the delivery and the published objects. Unlike {@link
   * #objects} it reads everything, because objects were lost.
   *
   * @param without packs that do not count, by name
   */
  SortedSet<Oid> whole(SortedSet<Oid> tips, SortedSet<String> without);

  /** Returns the packs that {@link #publish} adds to the family; none for an empty push. */
  List<Pack> packs();

  /**
   * Moves the packs into the family's directory. They are on disk (files and directories) when it
   * returns. Until {@link #keep} they can be withdrawn, also by the next start, which removes packs
   * without a record. Publishing again changes nothing.
   */
  void publish() throws IOException;

  /** Makes the publication final: a transaction that names the packs is on disk. */
  void keep();

  /**
   * Stores the objects on a shelf, which nobody can fetch, until they are unshelved or the store
   * forgets the shelf; returns its name.
   */
  String shelve() throws IOException;

  /** Removes objects that were neither kept nor shelved, even if they were published. */
  @Override
  void close();
}
