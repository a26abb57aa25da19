package dev.graspd.core.sync;

import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.Kinds;
import java.util.List;
import java.util.SortedSet;

/**
 * A kind of filter (sync.md, section 5), in the order in which they are kept: when a relay allows
 * too few subscriptions, the last ones are asked for now and then instead of listened to.
 */
public enum Layer {
  /** L1: announcements and server lists of everybody. It has no values. */
  ANNOUNCEMENTS,
  /** States of our identifiers. */
  STATES,
  /** L2: what names a repository by {@code a}. */
  REPO_TAGGED,
  /** L3: what names a root by {@code e}. */
  ROOT_TAGGED,
  ROOT_OF_THREAD,
  REPO_OF_THREAD,
  REPO_QUOTED,
  ROOT_QUOTED,
  /** Replies that name only their parent; never listened to, always asked for. */
  THREAD_MEMBERS;

  /** Returns the filter for these values; a limit and times come later. */
  public Filter filter(SortedSet<String> values) {
    Filter.Builder filter = Filter.builder();
    return switch (this) {
      case ANNOUNCEMENTS -> filter.kinds(List.of(Kinds.ANNOUNCEMENT, Kinds.GRASP_LIST)).build();
      case STATES -> filter.kinds(List.of(Kinds.REPO_STATE)).tag('d', values).build();
      case REPO_TAGGED -> filter.tag('a', values).build();
      case REPO_OF_THREAD -> filter.tag('A', values).build();
      case ROOT_TAGGED, THREAD_MEMBERS -> filter.tag('e', values).build();
      case ROOT_OF_THREAD -> filter.tag('E', values).build();
      case REPO_QUOTED, ROOT_QUOTED -> filter.tag('q', values).build();
    };
  }
}
