package dev.graspd.core.store;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.ArrivedTip;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Submission;
import java.util.Optional;

/** The part of a write transaction that is about repositories. */
public interface RepositoryTransaction {
  Refs refs(RepoAddress repository);

  /** Gives a repository these refs and logs that they moved. */
  void putRefs(RepoAddress repository, Refs refs);

  /** Returns what is noted of a held event, without reading it. */
  Optional<Waiting> waiting(EventId held);

  /** Returns how long a held event waits. */
  default Optional<Wait> waitOf(EventId held) {
    return waiting(held).map(Waiting::until);
  }

  /** Notes of a held event that it waits; the note goes when it is released or removed. */
  void putWaiting(Waiting row);

  /** Changes how long a held event waits. One of which nothing is noted is read for it. */
  void putWait(EventId held, Wait wait);

  Optional<Placeholder> placeholder(EventId event, RefSpace space);

  void putPlaceholder(Placeholder placeholder);

  boolean removePlaceholder(EventId event, RefSpace space);

  /** Lets a pull request be fetched from its signer's place. */
  void putSubmission(Submission submission);

  /** Ends that; returns whether it was so. */
  boolean removeSubmission(Submission submission);

  /** Notes that an object was brought for events that still wait. */
  void putArrived(ArrivedTip arrived);

  /** Forgets that; returns whether it was known. */
  boolean removeArrived(ArrivedTip arrived);

  void putPack(PackRecord pack);

  /** Forgets a pack; returns whether it was known. */
  boolean removePack(Identifier family, String name);

  /** Notes that all that is here is in line with these lists. */
  void putLists(String lists);

  /** Notes who the server is that runs on this store. */
  void putIdentity(Identity what, String text);

  /** Notes how long servers have been running on this store. */
  void putUptime(long nanos);
}
