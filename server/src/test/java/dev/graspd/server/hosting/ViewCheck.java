package dev.graspd.server.hosting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.server.family.held.HeldIndex;
import dev.graspd.server.family.view.FamilyReader;
import dev.graspd.server.family.view.StoreQueries;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** Compares the views in memory with what the store has. */
final class ViewCheck {
  private ViewCheck() {}

  /** Fails if a view that counts as current is not what a new reading gives. */
  static void check(
      HostingState state,
      EventStore events,
      RepositoryStore repositories,
      HostingRules rules,
      Maintainers.Mode mode) {
    FamilyReader reader = new FamilyReader(events, repositories, rules, mode);
    for (Identifier identifier : identifiers(events, state.held())) {
      long reported = events.lastSeq();
      Optional<Family> cached = state.families().cached(identifier);
      Family read = reader.read(identifier, Optional.empty()).family();
      // Another lane may have changed it meanwhile: then it does not count as current any more. A
      // commit can be read a moment before it is reported.
      boolean isSame = cached.equals(state.families().cached(identifier));
      if (isSame && read.version() <= reported) {
        cached.ifPresent(view -> assertThat(view).isEqualTo(read));
      }
    }
  }

  private static SortedSet<Identifier> identifiers(EventStore events, HeldIndex held) {
    SortedSet<Identifier> found = new TreeSet<>();
    Filter filter = Filter.builder().kinds(List.of(Kinds.ANNOUNCEMENT, Kinds.REPO_STATE)).build();
    boolean _ =
        StoreQueries.forEach(
            events,
            filter,
            10_000,
            1 << 20,
            event ->
                event
                    .tag("d")
                    .flatMap(tag -> Identifier.parse(tag.value()))
                    .map(found::add)
                    .isPresent());
    held.all().forEach(entry -> found.add(entry.until().home()));
    return found;
  }
}
