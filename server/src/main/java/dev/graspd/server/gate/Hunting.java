package dev.graspd.server.gate;

import dev.graspd.core.hunt.Quarry;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.policy.Allowance;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import java.util.List;
import java.util.SortedSet;
import java.util.concurrent.CompletionStage;

/**
 * What the hunt for git data asks of repositories, and how it brings what it found. Thread-safe.
 */
public interface Hunting {
  /** Returns what a family lacks now, and where it may be. May read files. */
  Quarry quarry(Identifier family);

  /** Returns the held events of a family that wait for one of these objects. */
  SortedSet<EventId> waitingFor(Identifier family, SortedSet<Oid> ids);

  /**
   * Returns objects of a family that others need not send again, and may build on: some of what is
   * served, and what was brought for the one key that waits.
   */
  Ground haves(Identifier family);

  /**
   * Returns how large a pack of these objects may be: what the quota leaves to the repository for
   * which it would count.
   */
  Allowance room(Identifier family, SortedSet<Oid> wanted);

  /**
   * Lands what a hunt brought: publishes it, releases what waited for it, moves refs and HEAD, all
   * in one transaction, by the same rules as for a push. Only whole states are applied. The answer
   * comes when that is on disk and visible, or nothing of it is; the delivery is closed then. It
   * never fails.
   */
  CompletionStage<Landed> land(Delivery delivery);

  /**
   * Holds states and pull requests again, for their full time, that have lapsed and wait for one of
   * these ids, which a clone URL advertises. Returns those that wait, or are served, from now on.
   * It may fail as the store does.
   */
  CompletionStage<SortedSet<EventId>> revive(Identifier family, SortedSet<Oid> advertised);

  /** Returns the families in which something waits that can be hunted for, for the start. */
  List<Identifier> waiting();

  /** Returns the families of which a repository is served, for the start. */
  List<Identifier> hosted();
}
