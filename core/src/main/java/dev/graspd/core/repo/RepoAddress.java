package dev.graspd.core.repo;

import dev.graspd.core.nostr.Address;
import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import java.util.Comparator;
import java.util.Optional;

/** One owner's repository: the coordinate that authority belongs to. */
public record RepoAddress(PublicKey owner, Identifier identifier)
    implements Comparable<RepoAddress> {
  private static final Comparator<RepoAddress> ORDER =
      Comparator.comparing(RepoAddress::identifier).thenComparing(RepoAddress::owner);

  /** Parses {@code 30617:<pubkey>:<identifier>}. */
  public static Optional<RepoAddress> parse(String text) {
    return Address.parse(text)
        .filter(address -> address.kind() == Kinds.ANNOUNCEMENT)
        .flatMap(address ->
            Identifier.parse(address.identifier())
                .map(identifier -> new RepoAddress(address.author(), identifier)));
  }

  /** Returns it as people write it and as pages are called. */
  public String shown() {
    return Bech32.npub(owner) + "/" + identifier;
  }

  @Override
  public int compareTo(RepoAddress that) {
    return ORDER.compare(this, that);
  }

  @Override
  public String toString() {
    return Kinds.ANNOUNCEMENT + ":" + owner + ":" + identifier;
  }
}
