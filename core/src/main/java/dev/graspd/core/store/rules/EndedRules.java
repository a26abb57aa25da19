package dev.graspd.core.store.rules;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.Removal;
import dev.graspd.core.store.ended.EndedRepository;
import dev.graspd.core.store.ended.EndedTransaction;
import dev.graspd.core.store.ended.SetAsideEvent;
import dev.graspd.core.store.row.EndedRows;
import dev.graspd.core.store.row.EndedRows.Member;
import dev.graspd.core.store.row.EventRows;
import dev.graspd.core.store.row.Life;
import dev.graspd.core.store.row.LogEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/** Rules for the rows of ended repositories, and for the events that are set aside with them. */
record EndedRules(EndedRows rows, EventRules events, FamilyVersions families)
    implements EndedTransaction {
  @Override
  public Optional<EndedRepository> find(RepoAddress repository) {
    return rows.find(repository);
  }

  @Override
  public void put(EndedRepository ended) {
    families.touch(ended.repository().identifier());
    rows.put(ended);
  }

  @Override
  public boolean remove(RepoAddress repository) {
    families.touch(repository.identifier());
    boolean known = rows.delete(repository);
    int _ = discardAside(repository, Integer.MAX_VALUE);
    return known;
  }

  @Override
  public boolean setAside(EventId id, SortedSet<RepoAddress> repositories) {
    for (RepoAddress repository : repositories) {
      if (find(repository).isEmpty()) {
        throw new IllegalArgumentException("nothing is kept of " + repository);
      }
    }
    LogEntry entry = events.find(id);
    if (entry == null || !canBeSetAside(entry.life()) || repositories.isEmpty()) {
      return false;
    }
    KeptEvent kept = events.read(entry.seq());
    Event event = kept.event();
    events.drop(kept);
    long _ = events.add(event, Life.ASIDE, EventRows.NEVER);
    Member member = new Member(id, !entry.life().isServed());
    repositories.forEach(repository -> rows.putMember(repository, member));
    // Last, so that followers of the log see its newest number.
    events.logRemoval(event, Removal.WITHDRAWN);
    return true;
  }

  /** A dormant deletion must stay, because it keeps its targets out. */
  private static boolean canBeSetAside(Life life) {
    return life.isHere() && life != Life.DORMANT;
  }

  @Override
  public List<SetAsideEvent> aside(RepoAddress repository, Optional<EventId> after, int max) {
    List<SetAsideEvent> found = new ArrayList<>();
    for (Member member : rows.members(repository, after, max)) {
      LogEntry entry = events.find(member.id());
      if (entry == null) {
        throw new IllegalStateException("the store is damaged: no event " + member.id());
      }
      found.add(new SetAsideEvent(events.event(entry.seq()), member.waited()));
    }
    return found;
  }

  @Override
  public int discardAside(RepoAddress repository, int max) {
    List<Member> members = rows.members(repository, Optional.empty(), max);
    for (Member member : members) {
      rows.deleteMember(repository, member.id());
      if (rows.keeperOf(member.id()) == null) {
        drop(member.id());
      }
    }
    return members.size();
  }

  private void drop(EventId id) {
    LogEntry entry = events.find(id);
    if (entry != null) {
      events.drop(events.read(entry.seq()));
    }
  }

  /** Drops an event that is set aside, for all repositories; does nothing if it is not. */
  void takeBack(Event event) {
    RepoAddress keeper = rows.keeperOf(event.id());
    if (keeper == null) {
      return;
    }
    while (keeper != null) {
      rows.deleteMember(keeper, event.id());
      keeper = rows.keeperOf(event.id());
    }
    drop(event.id());
  }
}
