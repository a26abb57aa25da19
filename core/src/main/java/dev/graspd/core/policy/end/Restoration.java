package dev.graspd.core.policy.end;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Family.Announced;
import dev.graspd.core.repo.Family.Stated;
import dev.graspd.core.repo.HostingMode;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoState;
import dev.graspd.core.repo.Standing;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The return of an ended repository with a new announcement of its owner (grasp.md, section 8): at
 * once, with its refs and the events that left with it. The settlement then makes refs follow the
 * states that count now.
 *
 * @param family with the announcement served, and with the events that come back
 * @param back the events that are served again
 */
public record Restoration(Family family, List<Event> back) {
  public Restoration {
    back = List.copyOf(back);
  }

  /**
   * Computes it.
   *
   * @param joined the family as it is, with the owner's new announcement
   * @param kept the refs of the repository at its end
   * @param aside the events that were served before and left with it
   * @param isServed whether an event is served now
   */
  public static Restoration of(
      Family joined, PublicKey owner, Refs kept, List<Event> aside, Predicate<EventId> isServed) {
    Announced own =
        joined
            .announcementOf(owner)
            .orElseThrow(() -> new IllegalArgumentException("not announced: " + owner));
    List<Event> back = new ArrayList<>();
    Family family = joined.with(new Announced(own.announcement(), Standing.SERVED, own.hosting()));
    family = withAnnouncements(family, aside, back);
    family = withStates(family, aside, back);
    aside.stream().filter(event -> Cascade.canDepend(event.kind())).forEach(back::add);
    Set<EventId> ids = back.stream().map(Event::id).collect(Collectors.toSet());
    Refs refs = shown(kept, id -> ids.contains(id) || isServed.test(id));
    return new Restoration(family.withRefs(owner, refs), back);
  }

  /** An announcement comes back if a maintainer who is here lists its author. */
  private static Family withAnnouncements(Family family, List<Event> aside, List<Event> back) {
    Family with = family;
    boolean more = true;
    while (more) {
      more = false;
      for (Event event : aside) {
        Announcement announcement = Announcement.of(event).orElse(null);
        if (announcement != null && isMissed(announcement, with)) {
          with = with.with(new Announced(announcement, Standing.SERVED, HostingMode.UNHOSTED));
          back.add(event);
          more = true;
        }
      }
    }
    return with;
  }

  private static boolean isMissed(Announcement announcement, Family family) {
    return family.announcementOf(announcement.author()).isEmpty()
        && family.isListed(announcement.author());
  }

  private static Family withStates(Family family, List<Event> aside, List<Event> back) {
    Family with = family;
    for (Event event : aside) {
      RepoState state = RepoState.of(event).orElse(null);
      if (state != null && counts(state, with)) {
        for (Stated older : with.states()) {
          boolean replaced =
              older.standing() == Standing.SERVED && older.state().author().equals(state.author());
          with = replaced ? with.without(older.state().id()) : with;
        }
        with = with.with(new Stated(state, Standing.SERVED));
        back.add(event);
      }
    }
    return with;
  }

  /** Whether its author has authority and no newer state of theirs is served. */
  private static boolean counts(RepoState state, Family family) {
    return !family.ownersFor(state.author()).isEmpty()
        && family.states().stream()
            .filter(other -> other.standing() == Standing.SERVED)
            .map(Stated::state)
            .filter(other -> other.author().equals(state.author()))
            .noneMatch(other -> RepoState.NEWEST_FIRST.compare(other, state) < 0);
  }

  /** The refs of pull requests come back with their events. */
  private static Refs shown(Refs refs, Predicate<EventId> isBack) {
    SortedMap<RefName, Oid> values = new TreeMap<>(refs.values());
    values.keySet().removeIf(ref -> ref.nostrEvent().filter(isBack.negate()).isPresent());
    return new Refs(values, refs.head());
  }
}
