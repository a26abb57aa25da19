package dev.graspd.core.repo;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.text.Hex;
import java.util.Locale;
import java.util.Optional;

/** Names repositories in lists of the configuration: all of an owner, all of a name, or one. */
public record RepositoryPattern(Optional<PublicKey> owner, Optional<String> identifier) {
  /** Refuses a pattern that would match everything. */
  public RepositoryPattern {
    if (owner.isEmpty() && identifier.isEmpty()) {
      throw new IllegalArgumentException("an empty pattern");
    }
  }

  /**
   * Parses {@code npub}, {@code npub/identifier} or {@code identifier}; empty if it is none. A key
   * in hex is not taken as an identifier: the operator most likely means an npub.
   */
  public static Optional<RepositoryPattern> parse(String text) {
    int slash = text.indexOf('/');
    if (slash < 0 && !text.startsWith("npub1")) {
      return identifier(text)
          .map(name -> new RepositoryPattern(Optional.empty(), Optional.of(name)));
    }
    Optional<PublicKey> owner = Bech32.parseNpub(slash < 0 ? text : text.substring(0, slash));
    return slash < 0
        ? owner.map(key -> new RepositoryPattern(Optional.of(key), Optional.empty()))
        : owner.flatMap(key ->
            identifier(text.substring(slash + 1))
                .map(name -> new RepositoryPattern(Optional.of(key), Optional.of(name))));
  }

  private static Optional<String> identifier(String text) {
    return Identifier.parse(text)
        .map(Identifier::text)
        .filter(name -> !Hex.isLowerHex(name.toLowerCase(Locale.ROOT), 64));
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
