package dev.graspd.testkit.store;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.ArrivedTip;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Submission;
import dev.graspd.core.store.Identity;
import dev.graspd.core.store.LostGitData;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.Placeholder;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.RepositoryTransaction;
import dev.graspd.core.store.Wait;
import dev.graspd.core.store.Waiting;
import dev.graspd.core.store.hook.RefsMove;
import java.util.Optional;
import java.util.SortedMap;

/** The rows about repositories, as plain collections; moved refs also go to the log. */
record ModelRepositoryTransaction(ModelState state, ModelLog log) implements RepositoryTransaction {
  @Override
  public long version(Identifier family) {
    return state.versions.getOrDefault(family, 0L);
  }

  @Override
  public long raise(Identifier family) {
    return state.raise(family);
  }

  @Override
  public Refs refs(RepoAddress repository) {
    return state.refs.getOrDefault(repository, Refs.NONE);
  }

  @Override
  public void putRefs(RepoAddress repository, Refs refs) {
    Refs before = refs(repository);
    if (refs.equals(Refs.NONE)) {
      state.refs.remove(repository);
    } else {
      state.refs.put(repository, refs.withPeeled(refs(repository).peeled()));
    }
    state.touched.add(repository.identifier());
    log.moved(repository);
    keepMove(repository, before, refs);
  }

  private void keepMove(RepoAddress repository, Refs before, Refs after) {
    if (!state.hooks.hooks.isEmpty()) {
      RefsMove.of(repository, before, after)
          .ifPresent(move -> state.hooks.moves.put(state.lastSeq, move));
      while (state.hooks.moves.size() > RefsMove.KEPT_MAX) {
        state.hooks.moves.pollFirstEntry();
      }
    }
  }

  @Override
  public void putPeeled(RepoAddress repository, SortedMap<Oid, Oid> targets) {
    state.refs.computeIfPresent(repository, (_, refs) -> refs.withPeeled(targets));
  }

  @Override
  public Optional<Waiting> waiting(EventId held) {
    return Optional.ofNullable(state.waits.get(held));
  }

  @Override
  public void putWaiting(Waiting row) {
    requireHeld(row.id());
    put(row);
  }

  @Override
  public void putWait(EventId held, Wait wait) {
    Event event = requireHeld(held);
    put(waiting(held).map(row -> row.with(wait)).orElseGet(() -> Waiting.of(event, wait)));
  }

  private void put(Waiting row) {
    state.endWait(row.id());
    state.touched.add(row.until().home());
    state.waits.put(row.id(), row);
  }

  private Event requireHeld(EventId id) {
    return state
        .entry(id)
        .filter(entry -> !entry.isServed())
        .map(ModelState.Entry::event)
        .orElseThrow(() -> new IllegalArgumentException("not held: " + id));
  }

  @Override
  public Optional<Placeholder> placeholder(EventId event, RefSpace space) {
    return state.placeholders.stream()
        .filter(one -> one.event().equals(event) && one.space().equals(space))
        .findFirst();
  }

  @Override
  public void putPlaceholder(Placeholder placeholder) {
    removePlaceholder(placeholder.event(), placeholder.space());
    state.placeholders.add(placeholder);
  }

  @Override
  public boolean removePlaceholder(EventId event, RefSpace space) {
    state.touched.add(space.identifier());
    return state.placeholders.removeIf(
        one -> one.event().equals(event) && one.space().equals(space));
  }

  @Override
  public void putSubmission(Submission submission) {
    state.touched.add(submission.family());
    state.submissions.put(submission.event(), submission);
  }

  @Override
  public boolean removeSubmission(Submission submission) {
    state.touched.add(submission.family());
    return state.submissions.remove(submission.event()) != null;
  }

  @Override
  public void putArrived(ArrivedTip arrived) {
    state.touched.add(arrived.family());
    state.arrived.add(arrived);
  }

  @Override
  public boolean removeArrived(ArrivedTip arrived) {
    state.touched.add(arrived.family());
    return state.arrived.remove(arrived);
  }

  @Override
  public RepositoryStore.PackBytes packBytes(RepoAddress repository) {
    return state.packBytes(repository);
  }

  @Override
  public void putPack(PackRecord pack) {
    boolean _ = removePack(pack.family(), pack.name());
    state.packs.add(pack);
  }

  @Override
  public boolean removePack(Identifier family, String name) {
    state.touched.add(family);
    return state.packs.removeIf(one -> one.family().equals(family) && one.name().equals(name));
  }

  @Override
  public Optional<LostGitData> lost(Identifier family) {
    return Optional.ofNullable(state.lost.get(family));
  }

  @Override
  public void putLost(LostGitData lost) {
    state.touched.add(lost.family());
    state.lost.put(lost.family(), lost);
  }

  @Override
  public boolean removeLost(Identifier family) {
    state.touched.add(family);
    return state.lost.remove(family) != null;
  }

  @Override
  public void putIdentity(Identity what, String text) {
    state.identity.put(what, text);
  }

  @Override
  public void putLists(String lists) {
    state.lists = Optional.of(lists);
  }

  @Override
  public void putSettled(RepositoryStore.Settled settled) {
    state.settled = Optional.of(settled);
  }

  @Override
  public void putUptime(long nanos) {
    state.uptimeNanos = Math.max(state.uptimeNanos, nanos);
  }
}
