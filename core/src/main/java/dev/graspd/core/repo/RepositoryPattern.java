package dev.graspd.core.repo;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.PublicKey;
import java.util.Optional;

/** Names repositories in lists of the configuration: all of an owner, all of a name, or one. */
public record RepositoryPattern(Optional<PublicKey> owner, Optional<String> identifier) {
  /** Refuses a pattern that would match everything. */
  public RepositoryPattern {
    if (owner.isEmpty() && identifier.isEmpty()) {
      throw new IllegalArgumentException("an empty pattern");
    }
  }

  public boolean matches(RepoAddress repository) {
    return owner.map(repository.owner()::equals).orElse(true)
        && identifier.map(repository.identifier().text()::equals).orElse(true);
  }

  @Override
  public String toString() {
    String npub = owner.map(Bech32::npub).orElse("");
    String separator = owner.isPresent() && identifier.isPresent() ? "/" : "";
    return npub + separator + identifier.orElse("");
  }
}
