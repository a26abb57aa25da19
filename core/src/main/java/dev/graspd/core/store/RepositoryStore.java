package dev.graspd.core.store;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.ArrivedTip;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Submission;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/** What the store keeps of repositories beside their events, as of the last commit. */
public interface RepositoryStore extends HoldingStore {
  /** Returns the refs of every owner of a family that has any. */
  SortedMap<PublicKey, Refs> refs(Identifier family);

  /** Returns the refs of all repositories that have any. Reads everything. */
  SortedMap<RepoAddress, Refs> allRefs();

  /** Returns how many repositories have refs. */
  long countRefs();

  /** Returns the submissions of a family. */
  List<Submission> submissions(Identifier family);

  /** Returns all submissions. Reads everything. */
  List<Submission> allSubmissions();

  /** Returns how many submissions there are. */
  long countSubmissions();

  /** Returns what was brought for events of a family that still wait. */
  List<ArrivedTip> arrived(Identifier family);

  /** Returns the same of all families. Reads everything. */
  List<ArrivedTip> allArrived();

  /** Returns a held event. */
  Optional<Event> held(EventId id);

  /** Returns a row for every held event that waits for git data. Reads no event. */
  List<Waiting> waiting();

  /** Returns every push that waits for its event. */
  List<Placeholder> placeholders();

  /** Returns every pack that belongs to a family. */
  List<PackRecord> packs();

  /** Returns the packs that belong to one family. */
  List<PackRecord> packs(Identifier family);

  /** Returns the operator's lists that all of this was last brought into line with. */
  Optional<String> lists();

  /** Returns who the server is that ran on this store last. */
  Optional<String> identity(Identity what);

  /** Returns how long servers have been running on this store, as far as it was written down. */
  long uptimeNanos();
}
