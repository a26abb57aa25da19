package dev.graspd.server.site.serve;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.Nip19.Named;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.address.SiteAddress;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Finds the pages of what words of NIP-19 name (W-11). May read the store.
 *
 * @param isHosted whether a repository has a page
 * @param isKnown whether a person has a page
 * @param announced the repository whose announcement or state is this served event
 * @param shown the page of another served event
 */
public record NostrWords(
    Predicate<RepoAddress> isHosted,
    Predicate<PublicKey> isKnown,
    Function<EventId, Optional<RepoAddress>> announced,
    Function<EventId, Optional<SiteAddress>> shown) {
  Optional<SiteAddress> pageOf(Named named) {
    return switch (named) {
      case Named.OfPerson(var key) ->
          isKnown.test(key) ? Optional.of(new SiteAddress.Person(key)) : Optional.empty();
      case Named.OfAddress(var address) ->
          isOfRepository(address.kind())
              ? Identifier.parse(address.identifier())
                  .map(identifier -> new RepoAddress(address.author(), identifier))
                  .flatMap(this::pageOf)
              : Optional.empty();
      case Named.OfEvent(var id) ->
          announced.apply(id).flatMap(this::pageOf).or(() -> shown.apply(id));
    };
  }

  private static boolean isOfRepository(int kind) {
    return kind == Kinds.ANNOUNCEMENT || kind == Kinds.REPO_STATE;
  }

  private Optional<SiteAddress> pageOf(RepoAddress repository) {
    return isHosted.test(repository)
        ? Optional.of(new SiteAddress.OfRepository(repository, new RepositoryView.Summary()))
        : Optional.empty();
  }
}
