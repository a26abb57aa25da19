package dev.graspd.server.diary;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import java.util.Optional;

/** The event or ref of an entry. */
public sealed interface Subject {
  /** An event, under the id that it claims to have. */
  record OfEvent(EventId id) implements Subject {}

  /** A ref of a repository, as clients write it. */
  record OfRef(RepoAddress repository, String ref) implements Subject {}

  /** Returns the repository that its name tells of. */
  default Optional<RepoAddress> about() {
    return switch (this) {
      case OfEvent _ -> Optional.empty();
      case OfRef(var repository, _) -> Optional.of(repository);
    };
  }

  /**
   * Returns the repository that an event is about, as it says itself: the first that it names,
   * since an event may name any number.
   */
  static Optional<RepoAddress> about(Event event) {
    return Identifier.ofRepositoryEvent(event)
        .map(identifier -> new RepoAddress(event.author(), identifier))
        .or(() ->
            event.tags().stream()
                .filter(tag -> tag.is("a") && tag.hasValue())
                .flatMap(tag -> RepoAddress.parse(tag.value()).stream())
                .findFirst());
  }

  /** Returns about how much memory the name takes beside that of every entry. */
  default int length() {
    return switch (this) {
      case OfEvent _ -> 0;
      case OfRef(var repository, var ref) -> repository.identifier().text().length() + ref.length();
    };
  }
}
