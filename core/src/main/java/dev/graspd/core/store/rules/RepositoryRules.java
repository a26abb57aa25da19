package dev.graspd.core.store.rules;

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
import dev.graspd.core.store.RepositoryStore.PackBytes;
import dev.graspd.core.store.RepositoryTransaction;
import dev.graspd.core.store.Wait;
import dev.graspd.core.store.Waiting;
import dev.graspd.core.store.row.LogEntry;
import dev.graspd.core.store.row.RepositoryRows;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Rules for changes of a repository's rows: each raises the version of its family, moved refs are
 * in the log, and the bytes of packs count for their owners.
 */
record RepositoryRules(
    RepositoryRows rows, EventRules events, FamilyVersions families, PackSums sums, HookRules hooks)
    implements RepositoryTransaction {
  @Override
  public long version(Identifier family) {
    return families.version(family);
  }

  @Override
  public long raise(Identifier family) {
    return families.raise(family);
  }

  @Override
  public Refs refs(RepoAddress repository) {
    return rows.refs(repository);
  }

  @Override
  public void putRefs(RepoAddress repository, Refs refs) {
    Refs before = rows.refs(repository);
    rows.putRefs(repository, refs.withPeeled(before.peeled()));
    families.touch(repository.identifier());
    hooks.moved(events.logMove(repository), repository, before, refs);
  }

  @Override
  public void putPeeled(RepoAddress repository, SortedMap<Oid, Oid> targets) {
    Refs refs = rows.refs(repository);
    Refs peeled = refs.withPeeled(targets);
    if (!peeled.peeled().equals(refs.peeled())) {
      rows.putRefs(repository, peeled);
    }
  }

  @Override
  public Optional<Waiting> waiting(EventId held) {
    return Optional.ofNullable(rows.waiting(held));
  }

  @Override
  public void putWaiting(Waiting row) {
    LogEntry _ = held(row.id());
    put(row);
  }

  @Override
  public void putWait(EventId held, Wait wait) {
    LogEntry entry = held(held);
    put(
        waiting(held)
            .map(row -> row.with(wait))
            .orElseGet(() -> Waiting.of(events.event(entry.seq()), wait)));
  }

  private LogEntry held(EventId id) {
    LogEntry entry = events.here(id);
    if (entry == null || entry.life().isServed()) {
      throw new IllegalArgumentException("not held: " + id);
    }
    return entry;
  }

  private void put(Waiting row) {
    Identifier home = row.until().home();
    Waiting before = rows.waiting(row.id());
    if (before != null && !before.until().home().equals(home)) {
      families.touch(before.until().home());
      rows.deleteWaiting(before);
    }
    families.touch(home);
    rows.putWaiting(row);
  }

  @Override
  public Optional<Placeholder> placeholder(EventId event, RefSpace space) {
    return Optional.ofNullable(rows.placeholder(event, space));
  }

  @Override
  public void putPlaceholder(Placeholder placeholder) {
    families.touch(placeholder.space().identifier());
    rows.putPlaceholder(placeholder);
  }

  @Override
  public boolean removePlaceholder(EventId event, RefSpace space) {
    families.touch(space.identifier());
    return rows.deletePlaceholder(event, space);
  }

  @Override
  public void putSubmission(Submission submission) {
    families.touch(submission.family());
    rows.putSubmission(submission);
  }

  @Override
  public boolean removeSubmission(Submission submission) {
    families.touch(submission.family());
    return rows.deleteSubmission(submission);
  }

  @Override
  public void putArrived(ArrivedTip arrived) {
    families.touch(arrived.family());
    rows.putArrived(arrived);
  }

  @Override
  public boolean removeArrived(ArrivedTip arrived) {
    families.touch(arrived.family());
    return rows.deleteArrived(arrived);
  }

  @Override
  public PackBytes packBytes(RepoAddress repository) {
    return sums.of(repository);
  }

  @Override
  public void putPack(PackRecord pack) {
    families.touch(pack.family());
    PackRecord before = rows.pack(pack.family(), pack.name());
    if (before != null) {
      sums.add(before, -1);
    }
    sums.add(pack, 1);
    rows.putPack(pack);
  }

  @Override
  public boolean removePack(Identifier family, String name) {
    families.touch(family);
    PackRecord known = rows.pack(family, name);
    if (known != null) {
      sums.add(known, -1);
      rows.deletePack(family, name);
    }
    return known != null;
  }

  @Override
  public Optional<LostGitData> lost(Identifier family) {
    return Optional.ofNullable(rows.lost(family));
  }

  @Override
  public void putLost(LostGitData lost) {
    families.touch(lost.family());
    rows.putLost(lost);
  }

  @Override
  public boolean removeLost(Identifier family) {
    families.touch(family);
    return rows.deleteLost(family);
  }

  @Override
  public void putLists(String lists) {
    rows.putLists(lists);
  }

  @Override
  public void putSettled(RepositoryStore.Settled settled) {
    rows.putSettled(settled);
  }

  @Override
  public void putIdentity(Identity what, String text) {
    rows.putIdentity(what, text);
  }

  @Override
  public void putUptime(long nanos) {
    if (nanos > rows.uptimeNanos()) {
      rows.putUptime(nanos);
    }
  }
}
