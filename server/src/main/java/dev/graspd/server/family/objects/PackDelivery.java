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

  /**
   * Returns the packs that join the family when a transaction names them; none for an empty push.
   */
  List<Pack> packs();

  /**
   * Stores the packs in the depot. They are durable when it returns, and nobody else sees them: a
   * transaction that writes their records makes them part of the family. Until {@link #keep} they
   * can be withdrawn, also by the next start, which removes packs without a record. Storing again
   * changes nothing, but checks again that everything they refer to is published.
   *
   * @throws IOException if that is not so, or the packs cannot be stored
   */
  void store() throws IOException;

  /** Gives the packs to the family for good: a transaction that names them is on disk. */
  void keep();

  /**
   * Stores the objects on a shelf, which nobody can fetch, until they are unshelved or the store
   * forgets the shelf; returns its name.
   */
  String shelve() throws IOException;

  /** Removes objects that were neither kept nor shelved, even if they were stored. */
  @Override
  void close();
}
