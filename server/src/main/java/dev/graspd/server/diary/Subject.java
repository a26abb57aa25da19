package dev.graspd.server.diary;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.RepoAddress;

/** The event or ref of an entry. */
public sealed interface Subject {
  /** An event, under the id that it claims to have. */
  record OfEvent(EventId id) implements Subject {}

  /** A ref of a repository, as clients write it. */
  record OfRef(RepoAddress repository, String ref) implements Subject {}

  /** Returns about how much memory the name takes beside that of every entry. */
  default int length() {
    return switch (this) {
      case OfEvent _ -> 0;
      case OfRef(var repository, var ref) -> repository.identifier().text().length() + ref.length();
    };
  }
}
