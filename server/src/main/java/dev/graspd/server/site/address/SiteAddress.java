package dev.graspd.server.site.address;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Nip19;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.RepoAddress;
import java.util.Optional;

/** The address of a page or document, below the base path (W-10 to W-23). */
public sealed interface SiteAddress {
  /** The list of repositories. */
  record Repositories(Optional<String> cursor) implements SiteAddress {}

  /**
   * A search in the whole service (W-62).
   *
   * @param text may be empty
   */
  record Search(String text, Type type) implements SiteAddress {
    /** What is searched for. */
    public enum Type {
      REPOSITORIES,
      /** Pull requests and patches, too. */
      ISSUES,
      PEOPLE
    }
  }

  /** What a word of NIP-19 names, wherever it is shown. */
  record NostrWord(String text, Nip19.Named named) implements SiteAddress {}

  /** What a person has here. */
  record Person(PublicKey key) implements SiteAddress {}

  /**
   * Something of a repository.
   *
   * @param hasEnding whether the address names the repository with {@code .git}
   */
  record OfRepository(RepoAddress repository, boolean hasEnding, RepositoryView view)
      implements SiteAddress {
    public OfRepository(RepoAddress repository, RepositoryView view) {
      this(repository, false, view);
    }
  }

  /** A served event as it was signed. */
  record SignedEvent(EventId id) implements SiteAddress {}

  /** The newest repositories, as a feed. */
  record RepositoriesFeed() implements SiteAddress {}

  /** The repositories of a person, as a feed. */
  record PersonFeed(PublicKey key) implements SiteAddress {}

  record Robots() implements SiteAddress {}

  record Sitemap() implements SiteAddress {}

  record Favicon() implements SiteAddress {}

  /** The picture of a key. */
  record Identicon(PublicKey key) implements SiteAddress {}

  /** A key as a QR code. */
  record QrCode(PublicKey key) implements SiteAddress {}

  /** A file that every page shares; its name tells its content. */
  record Asset(String name) implements SiteAddress {}

  /** The names of this server for other services (NIP-05). */
  record NostrNames(Optional<String> name) implements SiteAddress {}
}
