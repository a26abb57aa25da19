package dev.graspd.server.gate;

import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.UnwantedStore;
import dev.graspd.server.gate.HostingMetrics.Curated;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What an operator can have done to repositories: apply lists, end, bring back, erase. */
public final class OperatorOrders {
  private static final Logger LOG = LoggerFactory.getLogger(OperatorOrders.class);

  private final EndedRepositories ended;
  private final Curation curation;
  private final Restorer restorer;
  private final HeldOrders held;
  private final HostingMetrics metrics;

  OperatorOrders(
      EndedRepositories ended,
      Curation curation,
      Restorer restorer,
      HeldOrders held,
      HostingMetrics metrics) {
    this.ended = ended;
    this.curation = curation;
    this.restorer = restorer;
    this.held = held;
    this.metrics = metrics;
  }

  static OperatorOrders build(
      HostingParts parts,
      HostingPolicy policy,
      HostingState state,
      EndedRepositories ended,
      Reception reception,
      Expiry expiry) {
    Curation curation =
        new Curation(
            parts.events(),
            parts.repositories(),
            state.facts(),
            state.held(),
            policy.rules(),
            policy.general().bannedAuthors(),
            ended.deletions(),
            ended.holdings(),
            reception,
            parts.clock(),
            parts.executor());
    Restorer restorer =
        new Restorer(
            parts.repositories(),
            ended.holdings(),
            state.facts(),
            policy.rules(),
            policy.general().bannedAuthors(),
            reception);
    return new OperatorOrders(
        ended, curation, restorer, new HeldOrders(state.held(), expiry::drop), parts.metrics());
  }

  /**
   * Brings what is here into line with the operator's lists. Blocks; quick unless they have
   * changed. Fails if something is still served that they keep out.
   */
  public void curate(UnwantedStore unwanted) {
    Curation.Report report = curation.apply(unwanted);
    metrics.curated(Curated.ENDED, report.ended());
    metrics.curated(Curated.RESTORED, report.restored());
    metrics.curated(Curated.EXCLUDED, report.excluded());
    metrics.curated(Curated.LEFT, report.failed());
    if (!report.isNothing()) {
      LOG.info("the operator's lists are applied: {}", report);
    }
    if (report.keptIn() > 0) {
      throw new IllegalStateException(
          report.keptIn() + " repositories that they keep out could not be ended");
    }
  }

  /**
   * Ends the hosting of a repository that a rule of the operator keeps out. What is kept of it
   * comes back with its announcement when the rule is gone, or is erased in time.
   *
   * @param cause in words, for those who ask why
   * @return whether there was such a repository
   */
  public CompletionStage<Boolean> stopHosting(RepoAddress repository, String cause) {
    return ended.deletions().stopHosting(repository, cause);
  }

  /**
   * Brings back a repository that nobody asked to delete, if the lists allow it again; answers with
   * why that is not possible, and what to do.
   */
  public CompletionStage<Optional<String>> restore(RepoAddress repository) {
    return restorer.restore(repository);
  }

  /** Returns what can be done to held events. */
  public HeldOrders held() {
    return held;
  }

  /** Erases what is kept of a repository before its time; returns whether there was any. Blocks. */
  public boolean eraseEnded(RepoAddress repository) {
    return ended.holdings().eraseNow(repository);
  }
}
