package dev.graspd.server.hosting;

import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.UnwantedStore;
import dev.graspd.server.family.HostingMetrics;
import dev.graspd.server.family.HostingMetrics.ListEffect;
import dev.graspd.server.family.ended.BannedHosting;
import dev.graspd.server.family.ended.ListEnforcement;
import dev.graspd.server.family.ended.Restorer;
import dev.graspd.server.family.held.HeldEventActions;
import dev.graspd.server.family.purgatory.Expiry;
import dev.graspd.server.gate.Reception;
import dev.graspd.server.role.Mandate;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Actions of an operator on repositories: apply lists, end, restore, erase. */
public record OperatorActions(
    EndedParts ended,
    ListEnforcement lists,
    Restorer restorer,
    HeldEventActions held,
    BannedHosting banned,
    HostingMetrics metrics) {
  private static final Logger LOG = LoggerFactory.getLogger(OperatorActions.class);

  static OperatorActions build(
      HostingParts parts,
      HostingPolicy policy,
      HostingState state,
      EndedParts ended,
      Reception reception,
      Expiry expiry) {
    ListEnforcement lists =
        new ListEnforcement(
            parts.events(),
            parts.repositories(),
            state.facts(),
            policy.rules(),
            policy.general().bannedAuthors(),
            ended.deletions(),
            ended.keeper(),
            reception,
            parts.clock(),
            parts.executor(),
            Mandate.NONE);
    Restorer restorer =
        new Restorer(
            parts.repositories().ended(),
            ended.keeper(),
            state.facts(),
            policy.rules(),
            policy.general().bannedAuthors(),
            reception);
    return new OperatorActions(
        ended,
        lists,
        restorer,
        new HeldEventActions(state.facts()::rows, expiry::drop),
        new BannedHosting(
            parts.events(),
            parts.repositories().ended(),
            state.facts(),
            ended.deletions(),
            ended.keeper(),
            reception),
        parts.metrics());
  }

  /** Returns whether stored data is in line with the operator's lists. */
  public boolean areListsApplied() {
    return lists.areApplied();
  }

  /**
   * Applies the operator's lists, under a role. Blocks; quick unless they have changed. Fails if an
   * excluded repository is still served.
   */
  public void applyLists(UnwantedStore unwanted, Mandate mandate) {
    ListEnforcement.Report report = lists.under(mandate).apply(unwanted);
    metrics.listsApplied(ListEffect.ENDED, report.ended());
    metrics.listsApplied(ListEffect.RESTORED, report.restored());
    metrics.listsApplied(ListEffect.EXCLUDED, report.excluded());
    metrics.listsApplied(ListEffect.LEFT, report.failed());
    if (!report.isNothing()) {
      LOG.info("the operator's lists are applied: {}", report);
    }
    if (report.keptIn() > 0) {
      throw new IllegalStateException(
          report.keptIn() + " repositories that they keep out could not be ended");
    }
  }

  /**
   * Ends a repository that a rule of the operator excludes. Without the rule its announcement
   * restores it, until it is erased.
   *
   * @param cause in words
   * @return whether there was such a repository
   */
  public CompletionStage<Boolean> stopHosting(RepoAddress repository, String cause) {
    return ended.deletions().stopHosting(repository, cause);
  }

  /**
   * Restores a repository that its owner did not delete, if the lists allow it; answers with the
   * reason if that is not possible.
   */
  public CompletionStage<Optional<String>> restore(RepoAddress repository) {
    return restorer.restore(repository);
  }

  /** Erases an ended repository before its time; returns whether there was one. Blocks. */
  public boolean eraseEnded(RepoAddress repository) {
    return ended.keeper().eraseNow(repository);
  }
}
