package dev.graspd.core.store;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.ArrivedTip;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Submission;
import dev.graspd.core.store.blocking.Blocking;
import dev.graspd.core.store.ended.EndedStore;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;

/** The rows of repositories that the store keeps in addition to events, as of the last commit. */
@Blocking
public interface RepositoryStore {
  /** The rows by which {@link #families} finds families. */
  enum Rows {
    REFS,
    SUBMISSIONS,
    ARRIVED,
    PACKS,
    LOST
  }

  /**
   * The sums over the rows of packs that count for a repository.
   *
   * @param ofRepository bytes that count for it
   * @param ofOwner bytes that count for all repositories of its owner, this one included
   */
  record PackBytes(long ofRepository, long ofOwner) {
    public static final PackBytes NONE = new PackBytes(0, 0);
  }

  /**
   * How far families were found to be in line with their events. A crash can only have interrupted
   * work on families that have changed since.
   *
   * @param seq families whose last change has this number in the log, or a lower one, are in line
   * @param rules the rules that they are in line with, as text
   */
  record Settled(long seq, String rules) {}

  /** Returns the part of the store about ended repositories. */
  EndedStore ended();

  /**
   * Returns the version of a family: the number of its last change in the log, 0 if it has never
   * been changed. A reader of a family reads this first; if it is still the same when the decision
   * is written, the decision was made on what is there.
   */
  long version(Identifier family);

  /** Returns the refs of every owner of a family that has any. */
  SortedMap<PublicKey, Refs> refs(Identifier family);

  /** Returns how many repositories have refs. */
  long countRefs();

  /** Returns the submissions of a family. */
  List<Submission> submissions(Identifier family);

  /** Returns how many submissions there are. */
  long countSubmissions();

  /** Returns the objects that arrived for held events of a family. */
  List<ArrivedTip> arrived(Identifier family);

  /** Returns a held event. */
  Optional<Event> held(EventId id);

  /**
   * Returns a row for every held event that waits for git data. Reads no event; limits bound how
   * many there are.
   */
  List<Waiting> waiting();

  /**
   * Returns the next of these rows, by id.
   *
   * @param after the last event of the page before; empty for the first page
   */
  List<Waiting> waiting(Optional<EventId> after, int max);

  /** Returns a row for every held event of a family, by id. Reads no event. */
  List<Waiting> waiting(Identifier family);

  /** Returns every push to a family that waits for its event. */
  List<Placeholder> placeholders(Identifier family);

  /** Returns every push that waits for its event; limits bound how many there are. */
  List<Placeholder> placeholders();

  /** Returns the packs that belong to one family. */
  List<PackRecord> packs(Identifier family);

  /** Returns how many packs there are. */
  long countPacks();

  /** Returns the git data that a family has lost, if it has lost any. */
  Optional<LostGitData> lost(Identifier family);

  /** Returns how many families have lost git data. */
  long countLost();

  /** Returns the bytes of packs that count for a repository and its owner. */
  PackBytes packBytes(RepoAddress repository);

  /**
   * Returns the next families that have rows of this kind, each once, in the store's own order.
   *
   * @param after the last family of the page before; empty for the first page
   */
  List<Identifier> families(Rows rows, Optional<Identifier> after, int max);

  /**
   * Returns the next families in the order of their last change, which is their version.
   *
   * @param afterSeq only families that have changed after this number in the log
   */
  List<LogRecord.FamilyChanged> changedFamilies(long afterSeq, int max);

  /** Returns whether a served or held announcement is by this key, or names it as a member. */
  boolean takesPart(PublicKey key);

  /**
   * Returns the identifiers of the newest such announcements, of at most this many; held ones
   * included.
   */
  SortedSet<Identifier> namedIn(PublicKey key, int max);

  /** Returns the next rows of the index of hosts that served and held events name. */
  List<NamedHost> namedHosts(Optional<NamedHost> after, int max);

  /** Returns the operator's lists that were last applied to this store. */
  Optional<String> lists();

  /** Returns how far families were found to be in line with their events. */
  Optional<Settled> settled();

  /** Returns a part of the identity of the server that last ran on this store. */
  Optional<String> identity(Identity what);

  /** Returns the recorded time that servers have been running on this store. */
  long uptimeNanos();
}
