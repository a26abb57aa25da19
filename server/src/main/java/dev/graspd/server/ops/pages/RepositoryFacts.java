package dev.graspd.server.ops.pages;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.policy.Quota;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import java.util.List;
import java.util.Optional;

/**
 * What the page of a repository shows.
 *
 * @param name as announced; empty if it has none
 * @param description as announced; empty if it has none
 * @param members who speaks for it and who was asked to, the owner first
 * @param archived that it is a copy of what lives elsewhere, if it is
 * @param room what its packs take, and those of all repositories of its owner
 */
public record RepositoryFacts(
    RepoAddress address,
    String name,
    String description,
    List<Member> members,
    Refs refs,
    Situation situation,
    Optional<Copy> archived,
    List<Quota.Level> room) {
  public RepositoryFacts {
    members = List.copyOf(members);
    room = List.copyOf(room);
  }

  /** Where the facts come from; from memory, since an event loop waits for them. Thread-safe. */
  public interface Source {
    /** Knows no repository: for servers that host none. */
    Source NONE = _ -> Optional.empty();

    /** Returns what is known of a repository; empty if there is none to serve. */
    Optional<RepositoryFacts> of(RepoAddress address);
  }

  /**
   * A copy of a repository that lives elsewhere.
   *
   * @param pushTo where pushes belong; empty if this server takes them, too
   */
  public record Copy(Optional<String> pushTo) {}

  /** One who has to do with the repository. */
  public record Member(PublicKey key, Position position) {}

  /** What somebody is to a repository. */
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
  }
}
