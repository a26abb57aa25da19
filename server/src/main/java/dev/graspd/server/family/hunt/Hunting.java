package dev.graspd.server.family.hunt;

import dev.graspd.core.hunt.copy.RefComparison;
import dev.graspd.core.hunt.domain.CloneUrl;
import dev.graspd.core.hunt.missing.MissingData;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.policy.room.Allowance;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.server.family.objects.PackBase;
import dev.graspd.server.family.objects.PackDelivery;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.CompletionStage;

/** The access of the hunt for git data to repositories. Thread-safe. */
public interface Hunting {
  /** Returns the data that a family misses now, and where it may be. May read files. */
  MissingData missingData(Identifier family);

  /** Returns all objects that a family misses now, also those that no clone URL can give. */
  SortedSet<Oid> missing(Identifier family);

  /**
   * Compares the served repositories of a family that have a clone URL among their copies with its
   * refs; by owner.
   *
   * @param refs what it advertises
   * @param head the branch that HEAD names there
   */
  SortedMap<PublicKey, RefComparison> compare(
      Identifier family, CloneUrl url, SortedMap<RefName, Oid> refs, Optional<RefName> head);

  /** Returns the held events of a family that wait for one of these objects. */
  SortedSet<EventId> waitingFor(Identifier family, SortedSet<Oid> ids);

  /**
   * Returns objects that other servers need not send and may build on: some served ones, and those
   * that arrived for the one key that waits.
   */
  PackBase haves(Identifier family);

  /**
   * Returns how large a pack of these objects may be under the quota of the repository that pays
   * for it.
   */
  Allowance room(Identifier family, SortedSet<Oid> wanted);

  /**
   * Publishes a delivery, releases events, moves refs and HEAD, all in one transaction, by the same
   * rules as for a push. Only complete states are applied. Answers when all of it is on disk and
   * visible, or nothing; then the delivery is closed. The stage never fails.
   */
  CompletionStage<LandingOutcome> land(PackDelivery delivery);

  /**
   * Renews lapsed states and pull requests that name one of these ids, which a clone URL
   * advertises. Returns those that wait or are served from now on. The stage may fail as the store
   * does.
   */
  CompletionStage<SortedSet<EventId>> revive(Identifier family, SortedSet<Oid> advertised);

  /** Returns the families whose missing objects are hunted, for the start. */
  List<Identifier> waiting();

  /**
   * Finds the families that are compared with other servers in the store, and reports those that
   * the hunt does not know. Takes long on a large store.
   */
  void findHosted() throws InterruptedException;
}
