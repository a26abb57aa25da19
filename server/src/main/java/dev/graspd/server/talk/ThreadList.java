package dev.graspd.server.talk;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.talk.list.Listing;
import dev.graspd.core.talk.list.RowFilter;
import dev.graspd.core.talk.list.RowFilter.Section;
import dev.graspd.core.talk.member.Members;
import dev.graspd.core.talk.thread.State;
import java.util.SortedSet;

/**
 * The threads of a repository at one moment.
 *
 * @param known maintainers, and people of whom they took notice
 * @param roots the events that begin threads
 * @param isCut whether there are more threads than fit in memory
 * @param isCompared whether each open pull request was compared with the default branch
 * @param open how many threads are open
 */
public record ThreadList(
    Members members,
    Listing listing,
    SortedSet<PublicKey> known,
    SortedSet<EventId> roots,
    boolean isCut,
    boolean isCompared,
    Counts open) {
  /** How many threads are open; pages show it. */
  public record Counts(int issues, int pullRequests) {
    public static final Counts NONE = new Counts(0, 0);
  }

  static ThreadList of(
      Members members,
      Listing listing,
      SortedSet<PublicKey> known,
      SortedSet<EventId> roots,
      boolean isCut,
      boolean isCompared) {
    Counts open = new Counts(open(listing, Section.ISSUES), open(listing, Section.PULL_REQUESTS));
    return new ThreadList(members, listing, known, roots, isCut, isCompared, open);
  }

  private static int open(Listing listing, Section section) {
    return listing.counts(RowFilter.all(section)).getOrDefault(State.OPEN, 0);
  }
}
