package dev.graspd.server.gate;

import dev.graspd.core.policy.KeptOut;

/**
 * The end of repositories, put together: what ends them, what is kept of them, and who looks after
 * that.
 */
record EndedRepositories(Deletions deletions, Holdings holdings, HoldingHost host)
    implements AutoCloseable {

  static EndedRepositories build(
      HostingParts parts,
      HostingPolicy policy,
      HostingState state,
      FamilyWriter writer,
      Upkeep upkeep) {
    Holdings holdings = holdings(parts, policy, state, upkeep);
    Deletions deletions =
        new Deletions(
            parts.events(),
            parts.repositories(),
            state.facts(),
            state.held(),
            state.lanes(),
            writer,
            state.tips(),
            new Endings(
                state.facts(), policy.rules(), state.tips(), parts.clock(), policy.holding()),
            holdings,
            parts.clock(),
            parts.failPoints(),
            policy.dormant());
    return new EndedRepositories(
        deletions, holdings, new HoldingHost(holdings, policy.holding().cleanupEvery()));
  }

  private static Holdings holdings(
      HostingParts parts, HostingPolicy policy, HostingState state, Upkeep upkeep) {
    Hanging hanging = new Hanging(parts.events(), state.facts(), policy.rules());
    return new Holdings(
        parts.events(),
        parts.repositories(),
        new Gathering(parts.events(), parts.repositories(), hanging, parts.failPoints()),
        new Erasure(parts.events(), parts.repositories(), upkeep, parts.failPoints()),
        new KeptOut(policy.rules(), policy.general().bannedAuthors()),
        parts.clock(),
        parts.executor(),
        parts.metrics());
  }

  @Override
  public void close() {
    host.close();
  }
}
