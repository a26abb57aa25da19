package dev.graspd.testkit;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.Aside;
import dev.graspd.core.store.Holding;
import dev.graspd.core.store.HoldingTransaction;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.Removal;
import dev.graspd.testkit.ModelState.Entry;
import dev.graspd.testkit.ModelState.Kept;
import dev.graspd.testkit.ModelState.Life;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;

/** The rules about what is kept of ended repositories, and the events set aside for them. */
abstract class ModelHoldingTransaction extends ModelRepositoryTransaction
    implements HoldingTransaction {
  ModelHoldingTransaction(ModelState state, int removalsKept) {
    super(state, removalsKept);
  }

  @Override
  public Optional<Holding> holding(RepoAddress repository) {
    return Optional.ofNullable(state.holdings.get(repository));
  }

  @Override
  public void putHolding(Holding holding) {
    state.holdings.put(holding.repository(), holding);
  }

  @Override
  public boolean removeHolding(RepoAddress repository) {
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
    logRemoved(event, Removal.WITHDRAWN);
    return true;
  }

  @Override
  public List<Aside> aside(RepoAddress repository, Optional<EventId> after, int max) {
    return state.aside(repository, after, max);
  }

  @Override
  public int discardAside(RepoAddress repository, int max) {
    List<Aside> members = aside(repository, Optional.empty(), max);
    for (Aside member : members) {
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

  /** Ends that an event is set aside, for whomever it was. */
  final void takeBack(EventId id) {
    if (state.aside.remove(id) != null) {
      state.entries.removeIf(entry -> entry.event().id().equals(id));
    }
  }

  final void logRemoved(Event event, Removal why) {
    state.lastSeq++;
    state.waits.remove(event.id());
    log(
        new LogRecord.Removed(
            state.lastSeq, event.id(), event.createdAt(), event.kind(), event.author(), why));
  }
}
