package dev.graspd.testkit.store;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.Removal;
import dev.graspd.core.store.ended.EndedRepository;
import dev.graspd.core.store.ended.EndedTransaction;
import dev.graspd.core.store.ended.SetAsideEvent;
import dev.graspd.testkit.store.ModelState.Entry;
import dev.graspd.testkit.store.ModelState.Kept;
import dev.graspd.testkit.store.ModelState.Life;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;

/** The rules about what is kept of ended repositories, and the events set aside for them. */
record ModelEndedTransaction(ModelState state, ModelLog log) implements EndedTransaction {
  @Override
  public Optional<EndedRepository> find(RepoAddress repository) {
    return Optional.ofNullable(state.holdings.get(repository));
  }

  @Override
  public void put(EndedRepository ended) {
    state.touched.add(ended.repository().identifier());
    state.holdings.put(ended.repository(), ended);
  }

  @Override
  public boolean remove(RepoAddress repository) {
    state.touched.add(repository.identifier());
    int _ = discardAside(repository, Integer.MAX_VALUE);
    return state.holdings.remove(repository) != null;
  }

  @Override
  public boolean setAside(EventId id, SortedSet<RepoAddress> repositories) {
    if (!state.holdings.keySet().containsAll(repositories)) {
      throw new IllegalArgumentException("nothing is kept of one of " + repositories);
    }
    Optional<Entry> entry = state.entry(id).filter(one -> one.dormantUntil().isEmpty());
    if (entry.isEmpty() || repositories.isEmpty()) {
      return false;
    }
    state.entries.remove(entry.get());
    state.lastSeq++;
    Event event = entry.get().event();
    state.entries.add(new Entry(state.lastSeq, event, Life.ASIDE, OptionalLong.empty()));
    state.aside.put(id, new Kept(new TreeSet<>(repositories), !entry.get().isServed()));
    log.removed(event, Removal.WITHDRAWN);
    return true;
  }

  @Override
  public List<SetAsideEvent> aside(RepoAddress repository, Optional<EventId> after, int max) {
    return state.aside(repository, after, max);
  }

  @Override
  public int discardAside(RepoAddress repository, int max) {
    List<SetAsideEvent> members = aside(repository, Optional.empty(), max);
    for (SetAsideEvent member : members) {
      EventId id = member.event().id();
      SortedSet<RepoAddress> others = new TreeSet<>(kept(id).repositories());
      others.remove(repository);
      if (others.isEmpty()) {
        takeBack(id);
      } else {
        state.aside.put(id, new Kept(others, member.waited()));
      }
    }
    return members.size();
  }

  private Kept kept(EventId id) {
    Kept kept = state.aside.get(id);
    if (kept == null) {
      throw new AssertionError("not set aside: " + id);
    }
    return kept;
  }

  /** Drops an event that is set aside, for all repositories. */
  void takeBack(EventId id) {
    if (state.aside.remove(id) != null) {
      state.entries.removeIf(entry -> entry.event().id().equals(id));
    }
  }
}
