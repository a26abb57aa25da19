package dev.graspd.core.store;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.ArrivedTip;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Submission;
import java.util.Optional;
import java.util.SortedMap;

/** The part of a write transaction about hosted repositories. */
public interface RepositoryTransaction {
  /**
   * Returns the version of a family, as in {@link RepositoryStore#version}. Changes by this work
   * count when it ends, or when {@link #raise} is called.
   */
  long version(Identifier family);

  /**
   * Gives a family its next version and returns it. Work that changes a family need not call this:
   * when it ends, every family that it has changed since gets a new version.
   */
  long raise(Identifier family);

  Refs refs(RepoAddress repository);

  /**
   * Gives a repository these refs and logs that they moved. The store still knows the objects that
   * unchanged tags lead to.
   */
  void putRefs(RepoAddress repository, Refs refs);

  /**
   * Notes what the values of tags lead to ({@link Refs#peeled()}); others are left out. That
   * changes nothing that a decision reads, so the family keeps its version and the log says
   * nothing.
   */
  void putPeeled(RepoAddress repository, SortedMap<Oid, Oid> targets);

  /** Returns the row about a held event, without reading the event. */
  Optional<Waiting> waiting(EventId held);

  /** Returns how long a held event waits. */
  default Optional<Wait> waitOf(EventId held) {
    return waiting(held).map(Waiting::until);
  }

  /** Writes the row about a held event; it goes when the event is released or removed. */
  void putWaiting(Waiting row);

  /** Changes how long a held event waits. Reads the event if it has no row yet. */
  void putWait(EventId held, Wait wait);

  Optional<Placeholder> placeholder(EventId event, RefSpace space);

  void putPlaceholder(Placeholder placeholder);

  boolean removePlaceholder(EventId event, RefSpace space);

  /** Lets a pull request be fetched from its signer's place. */
  void putSubmission(Submission submission);

  /** Removes a submission; returns whether it was known. */
  boolean removeSubmission(Submission submission);

  /** Records that an object arrived for held events. */
  void putArrived(ArrivedTip arrived);

  /** Forgets an arrived object; returns whether it was known. */
  boolean removeArrived(ArrivedTip arrived);

  /** Returns the bytes of packs that count for a repository and its owner. */
  RepositoryStore.PackBytes packBytes(RepoAddress repository);

  /** Names a pack, and counts its bytes for its owners. */
  void putPack(PackRecord pack);

  /** Forgets a pack, whose bytes no longer count; returns whether it was known. */
  boolean removePack(Identifier family, String name);

  /** Returns the git data that a family has lost, if it has lost any. */
  Optional<LostGitData> lost(Identifier family);

  /** Records which git data a family has lost. */
  void putLost(LostGitData lost);

  /** Records that a family is whole again; returns whether it was not. */
  boolean removeLost(Identifier family);

  /** Records that these lists of the operator were applied. */
  void putLists(String lists);

  /** Records how far families are in line with their events. */
  void putSettled(RepositoryStore.Settled settled);

  /** Records a part of the identity of the server that runs on this store. */
  void putIdentity(Identity what, String text);

  /**
   * Records how long servers have been running on this store. A smaller number than the recorded
   * one changes nothing: the clock of another server may be behind.
   */
  void putUptime(long nanos);
}
