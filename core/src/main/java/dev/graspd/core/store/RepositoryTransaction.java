package dev.graspd.core.store;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import java.util.Optional;

/** The part of a write transaction that is about repositories. */
public interface RepositoryTransaction {
  Refs refs(RepoAddress repository);

  /** Gives a repository these refs and logs that they moved. */
  void putRefs(RepoAddress repository, Refs refs);

  Optional<Wait> waitOf(EventId held);

  /** Notes how long a held event waits; the note goes when the event is released or removed. */
  void putWait(EventId held, Wait wait);

  Optional<Placeholder> placeholder(EventId event, RepoAddress repository);

  void putPlaceholder(Placeholder placeholder);

  boolean removePlaceholder(EventId event, RepoAddress repository);

  void putPack(PackRecord pack);

  /** Forgets a pack; returns whether it was known. */
  boolean removePack(Identifier family, String name);

  /** Notes how long servers have been running on this store. */
  void putUptime(long nanos);
}
