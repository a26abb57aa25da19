package dev.graspd.server.ops.pages;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.policy.room.Quota;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.SignedRefs;
import dev.graspd.server.catalogue.CatalogueEntry;
import dev.graspd.server.site.json.JsonDocument;
import java.util.List;
import java.util.Optional;

/**
 * The facts that the page of a repository shows.
 *
 * @param name as announced, or empty
 * @param description as announced, or empty
 * @param members its maintainers and invited keys, the owner first
 * @param signed the states behind its refs
 * @param archived present for a copy of a repository that is hosted elsewhere
 * @param room the size of its packs, and of those of all repositories of its owner
 * @param entry what the list of repositories says of it; empty unless its announcement is served
 */
public record RepositoryFacts(
    RepoAddress address,
    String name,
    String description,
    List<Member> members,
    Refs refs,
    SignedRefs signed,
    Situation situation,
    Optional<Copy> archived,
    List<Quota.Level> room,
    Optional<CatalogueEntry> entry) {
  public RepositoryFacts {
    members = List.copyOf(members);
    room = List.copyOf(room);
  }

  /** The source of the facts; answers from memory, since an event loop waits. Thread-safe. */
  public interface Source {
    /** For servers that host no repository. */
    Source NONE = _ -> Optional.empty();

    /** Returns the facts of a repository; empty if it is not served. */
    Optional<RepositoryFacts> of(RepoAddress address);
  }

  /**
   * A copy of a repository that is hosted elsewhere.
   *
   * @param pushTo the URL for pushes; empty if this server takes them, too
   */
  public record Copy(Optional<String> pushTo) {}

  /**
   * A key that takes part in a repository.
   *
   * @param name what it calls itself
   * @param announcement its own of this identifier, if that is served
   */
  public record Member(
      PublicKey key, Position position, Optional<String> name, Optional<EventId> announcement) {}

  public enum Position {
    OWNER("owner"),
    LEAD("lead maintainer"),
    MAINTAINER("maintainer"),
    MODERATOR("moderator, not over branches"),
    INVITED("invited, has not confirmed");

    private final String words;

    Position(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }

    /** Returns it for programs. */
    String word() {
      return JsonDocument.word(this);
    }
  }
}
