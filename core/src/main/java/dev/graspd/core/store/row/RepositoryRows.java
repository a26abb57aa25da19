package dev.graspd.core.store.row;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.ArrivedTip;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Submission;
import dev.graspd.core.store.Identity;
import dev.graspd.core.store.LostGitData;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.Placeholder;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.Waiting;
import org.jspecify.annotations.Nullable;

/** The rows about repositories. Every {@code put} takes the place of a row with the same key. */
public interface RepositoryRows {
  /** Returns the refs of a repository, {@link Refs#NONE} if there is no row. */
  Refs refs(RepoAddress repository);

  /** Puts the refs of a repository; {@link Refs#NONE} deletes the row. */
  void putRefs(RepoAddress repository, Refs refs);

  @Nullable Waiting waiting(EventId held);

  /** Puts the row about a held event; a row with another home is deleted before. */
  void putWaiting(Waiting row);

  void deleteWaiting(Waiting row);

  @Nullable Placeholder placeholder(EventId event, RefSpace space);

  void putPlaceholder(Placeholder placeholder);

  /** Returns whether there was one. */
  boolean deletePlaceholder(EventId event, RefSpace space);

  void putSubmission(Submission submission);

  /** Returns whether there was one. */
  boolean deleteSubmission(Submission submission);

  void putArrived(ArrivedTip arrived);

  /** Returns whether there was one. */
  boolean deleteArrived(ArrivedTip arrived);

  @Nullable PackRecord pack(Identifier family, String name);

  void putPack(PackRecord pack);

  void deletePack(Identifier family, String name);

  @Nullable LostGitData lost(Identifier family);

  void putLost(LostGitData lost);

  /** Returns whether there was one. */
  boolean deleteLost(Identifier family);

  void putLists(String lists);

  void putSettled(RepositoryStore.Settled settled);

  void putIdentity(Identity what, String text);

  /** Returns 0 if there is no row. */
  long uptimeNanos();

  void putUptime(long nanos);
}
