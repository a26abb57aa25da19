package dev.graspd.testkit.store;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.ArrivedTip;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Submission;
import dev.graspd.core.store.Identity;
import dev.graspd.core.store.LostGitData;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.Placeholder;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.Waiting;
import dev.graspd.core.store.row.RepositoryRows;
import dev.graspd.testkit.store.MemoryTables.PackKey;
import dev.graspd.testkit.store.MemoryTables.PlaceholderKey;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a store keeps of repositories, in memory. */
record MemoryRepositoryRows(MemoryTables tables) implements RepositoryRows {
  @Override
  public Refs refs(RepoAddress repository) {
    return tables.refs.getOrDefault(repository, Refs.NONE);
  }

  @Override
  public void putRefs(RepoAddress repository, Refs refs) {
    if (refs.equals(Refs.NONE)) {
      tables.refs.remove(repository);
    } else {
      tables.refs.put(repository, refs);
    }
  }

  @Override
  public @Nullable Waiting waiting(EventId held) {
    return tables.waits.get(held);
  }

  @Override
  public void putWaiting(Waiting row) {
    tables.waits.put(row.id(), row);
  }

  @Override
  public void deleteWaiting(Waiting row) {
    tables.waits.remove(row.id());
  }

  @Override
  public @Nullable Placeholder placeholder(EventId event, RefSpace space) {
    return tables.placeholders.get(new PlaceholderKey(space, event));
  }

  @Override
  public void putPlaceholder(Placeholder placeholder) {
    tables.placeholders.put(
        new PlaceholderKey(placeholder.space(), placeholder.event()), placeholder);
  }

  @Override
  public boolean deletePlaceholder(EventId event, RefSpace space) {
    return tables.placeholders.remove(new PlaceholderKey(space, event)) != null;
  }

  @Override
  public void putSubmission(Submission submission) {
    tables.submissions.put(submission.event(), submission);
  }

  @Override
  public boolean deleteSubmission(Submission submission) {
    return tables.submissions.remove(submission.event()) != null;
  }

  @Override
  public void putArrived(ArrivedTip arrived) {
    tables.arrived.add(arrived);
  }

  @Override
  public boolean deleteArrived(ArrivedTip arrived) {
    return tables.arrived.remove(arrived);
  }

  @Override
  public @Nullable PackRecord pack(Identifier family, String name) {
    return tables.packs.get(new PackKey(family, name));
  }

  @Override
  public void putPack(PackRecord pack) {
    tables.packs.put(new PackKey(pack.family(), pack.name()), pack);
  }

  @Override
  public void deletePack(Identifier family, String name) {
    tables.packs.remove(new PackKey(family, name));
  }

  @Override
  public @Nullable LostGitData lost(Identifier family) {
    return tables.lost.get(family);
  }

  @Override
  public void putLost(LostGitData lost) {
    tables.lost.put(lost.family(), lost);
  }

  @Override
  public boolean deleteLost(Identifier family) {
    return tables.lost.remove(family) != null;
  }

  @Override
  public void putSettled(RepositoryStore.Settled settled) {
    tables.settled = Optional.of(settled);
  }

  @Override
  public void putLists(String lists) {
    tables.lists = Optional.of(lists);
  }

  @Override
  public void putIdentity(Identity what, String text) {
    tables.identity.put(what, text);
  }

  @Override
  public long uptimeNanos() {
    return tables.uptimeNanos;
  }

  @Override
  public void putUptime(long nanos) {
    tables.uptimeNanos = nanos;
  }
}
