package dev.graspd.testkit.store;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.ended.EndedRepository;
import dev.graspd.core.store.row.EndedRows;
import dev.graspd.testkit.store.MemoryTables.MemberKey;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Ended repositories in memory. */
record MemoryEndedRows(MemoryTables tables) implements EndedRows {
  @Override
  public Optional<EndedRepository> find(RepoAddress repository) {
    return Optional.ofNullable(tables.ended.get(repository));
  }

  @Override
  public void put(EndedRepository ended) {
    tables.ended.put(ended.repository(), ended);
  }

  @Override
  public boolean delete(RepoAddress repository) {
    return tables.ended.remove(repository) != null;
  }

  @Override
  public List<Member> members(RepoAddress repository, Optional<EventId> after, int max) {
    return tables.members.entrySet().stream()
        .filter(row -> row.getKey().repository().equals(repository))
        .filter(row -> after.isEmpty() || row.getKey().id().compareTo(after.get()) > 0)
        .limit(max)
        .map(row -> new Member(row.getKey().id(), row.getValue()))
        .toList();
  }

  @Override
  public void putMember(RepoAddress repository, Member member) {
    tables.members.put(new MemberKey(repository, member.id()), member.waited());
  }

  @Override
  public void deleteMember(RepoAddress repository, EventId id) {
    tables.members.remove(new MemberKey(repository, id));
  }

  @Override
  public @Nullable RepoAddress keeperOf(EventId id) {
    return tables.members.keySet().stream()
        .filter(key -> key.id().equals(id))
        .map(MemberKey::repository)
        .findFirst()
        .orElse(null);
  }
}
