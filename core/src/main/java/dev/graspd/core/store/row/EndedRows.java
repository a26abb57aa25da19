package dev.graspd.core.store.row;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.ended.EndedRepository;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The ended repositories, and for which of them an event is set aside. */
public interface EndedRows {
  /** An event that is set aside, and whether it was held before. */
  record Member(EventId id, boolean waited) {}

  Optional<EndedRepository> find(RepoAddress repository);

  /** Puts an ended repository in place of its row before. */
  void put(EndedRepository ended);

  /** Deletes the row of an ended repository, not its members; returns whether there was one. */
  boolean delete(RepoAddress repository);

  /** Returns the members of a repository after this one, by id, at most this many. */
  List<Member> members(RepoAddress repository, Optional<EventId> after, int max);

  void putMember(RepoAddress repository, Member member);

  void deleteMember(RepoAddress repository, EventId id);

  /** Returns one of the repositories that an event is set aside for. */
  @Nullable RepoAddress keeperOf(EventId id);
}
