package dev.graspd.core.sync.filter;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.Tag;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;

/**
 * A kind of filter (sync.md, section 5), the most important first: when a relay allows too few
 * subscriptions, we poll the last layers instead of subscribing to them.
 */
public enum Layer {
  /** L1: announcements and server lists of everybody. It has no values. */
  ANNOUNCEMENTS(List.of(Kinds.ANNOUNCEMENT, Kinds.GRASP_LIST)),
  /** States of our identifiers. */
  STATES(List.of(Kinds.REPO_STATE), 'd'),
  /** L2: events that name a repository by {@code a}. */
  REPO_TAGGED('a'),
  /** L3: events that name a root by {@code e}. */
  ROOT_TAGGED('e'),
  ROOT_OF_THREAD('E'),
  REPO_OF_THREAD('A'),
  REPO_QUOTED('q'),
  ROOT_QUOTED('q'),
  /** Replies that name only their parent; always polled, never subscribed. */
  THREAD_MEMBERS('e');

  /** Empty for all kinds. */
  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  private final List<Integer> kinds;

  private final Optional<Character> letter;

  Layer(List<Integer> kinds) {
    this.kinds = kinds;
    this.letter = Optional.empty();
  }

  Layer(List<Integer> kinds, char letter) {
    this.kinds = kinds;
    this.letter = Optional.of(letter);
  }

  Layer(char letter) {
    this(List.of(), letter);
  }

  /** Returns the group with which a relay refuses this layer. */
  public LayerGroup group() {
    return switch (this) {
      case ANNOUNCEMENTS -> LayerGroup.ANNOUNCEMENTS;
      case STATES -> LayerGroup.STATES;
      case REPO_TAGGED, REPO_OF_THREAD, REPO_QUOTED -> LayerGroup.REPOSITORIES;
      case ROOT_TAGGED, ROOT_OF_THREAD, ROOT_QUOTED, THREAD_MEMBERS -> LayerGroup.ROOTS;
    };
  }

  /** Returns the filter for these values; a limit and times come later. */
  public Filter filter(SortedSet<String> values) {
    Filter.Builder filter = Filter.builder();
    if (!kinds.isEmpty()) {
      filter.kinds(kinds);
    }
    letter.ifPresent(tag -> filter.tag(tag, values));
    return filter.build();
  }

  /** Returns whether an event belongs to this layer by one of these values. */
  public boolean matches(Event event, Set<String> values) {
    if (!kinds.isEmpty() && !kinds.contains(event.kind())) {
      return false;
    }
    if (letter.isEmpty()) {
      return true;
    }
    for (Tag tag : event.tags()) {
      if (tag.isIndexed() && tag.letter() == letter.get() && values.contains(tag.value())) {
        return true;
      }
    }
    return false;
  }
}
