package dev.graspd.server.hosting;

import dev.graspd.core.policy.KeptOut;
import dev.graspd.core.repo.Identifier;
import dev.graspd.server.family.FamilyWriter;
import dev.graspd.server.family.ended.Deletions;
import dev.graspd.server.family.ended.DependentArchiver;
import dev.graspd.server.family.ended.EndedKeeper;
import dev.graspd.server.family.ended.Erasure;
import dev.graspd.server.family.ended.RepositoryEnding;
import dev.graspd.server.family.view.ThreadFinder;
import dev.graspd.server.role.Mandate;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Builds the parts that end, keep, restore and erase repositories. */
record EndedParts(Deletions deletions, EndedKeeper keeper, Duration cleanupEvery) {

  static EndedParts build(
      HostingParts parts,
      HostingPolicy policy,
      HostingState state,
      FamilyWriter writer,
      Function<Identifier, CompletionStage<Void>> prune) {
    EndedKeeper keeper = keeper(parts, policy, state, prune);
    Deletions deletions =
        new Deletions(
            parts.events(),
            parts.repositories().ended(),
            state.facts(),
            state.lanes(),
            writer,
            state.tips(),
            new RepositoryEnding(
                state.facts(), policy.rules(), state.tips(), parts.clock(), policy.endedTimes()),
            keeper,
            parts.clock(),
            parts.failPoints(),
            policy.dormant(),
            parts.executor());
    return new EndedParts(deletions, keeper, policy.endedTimes().cleanupEvery());
  }

  private static EndedKeeper keeper(
      HostingParts parts,
      HostingPolicy policy,
      HostingState state,
      Function<Identifier, CompletionStage<Void>> prune) {
    ThreadFinder threads = new ThreadFinder(parts.events(), state.facts(), policy.rules());
    return new EndedKeeper(
        parts.events(),
        parts.repositories(),
        new DependentArchiver(
            parts.events(), parts.repositories().ended(), threads, parts.failPoints()),
        new Erasure(parts.events(), parts.repositories(), prune, parts.failPoints(), Mandate.NONE),
        new KeptOut(policy.rules(), policy.general().bannedAuthors()),
        parts.clock(),
        parts.executor(),
        parts.metrics());
  }
}
