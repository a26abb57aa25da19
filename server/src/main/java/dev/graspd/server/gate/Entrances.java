package dev.graspd.server.gate;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.StrangerRoom;
import java.util.function.Consumer;

/** The three ways in, put together: for events, for pushes, and for what the hunt brings. */
record Entrances(Reception reception, Pushes pushes, Hunting hunting) {

  static Entrances build(
      HostingParts parts,
      HostingPolicy policy,
      HostingState state,
      FamilyWriter writer,
      Arrivals arrivals,
      EndedRepositories ended,
      Mending mending,
      Consumer<EventId> evictions) {
    return new Entrances(
        events(parts, policy, state, writer, arrivals, ended, evictions),
        pushes(parts, policy, state, arrivals),
        new HuntLanding(
            state.facts(),
            policy.rules(),
            parts.repositories(),
            state.held(),
            state.news(),
            parts.git(),
            state.tips(),
            state.lanes(),
            arrivals,
            state.accounts(),
            mending,
            parts.executor()));
  }

  private static Reception events(
      HostingParts parts,
      HostingPolicy policy,
      HostingState state,
      FamilyWriter writer,
      Arrivals arrivals,
      EndedRepositories ended,
      Consumer<EventId> evictions) {
    return new Hosting(
        policy.general(),
        policy.rules(),
        parts.plain(),
        new HangingEvents(parts.events(), parts.clock(), parts.executor(), parts.failPoints()),
        new StrangerLists(
            parts.events(),
            parts.clock(),
            new StrangerRoom(policy.strangerListBytes(), state.facts()::takesPart)),
        state.facts(),
        state.held(),
        state.lanes(),
        new Newcomers(
            policy.limits(),
            policy.rules().maxHeldPerIdentifier(),
            state.held(),
            parts.charges(),
            parts.clock()),
        arrivals,
        ended.deletions(),
        ended.holdings(),
        state.notes(),
        writer.unsettled(),
        evictions);
  }

  private static Pushes pushes(
      HostingParts parts, HostingPolicy policy, HostingState state, Arrivals arrivals) {
    PushViews views =
        new PushViews(
            state.facts(),
            state.held(),
            state.shelves(),
            policy.rules(),
            policy.limits(),
            policy.relayUrl(),
            policy.general().readOnly(),
            id -> parts.events().known(id) == Known.GONE);
    PushLanding landing =
        new PushLanding(
            views,
            state.facts(),
            state.tips(),
            state.lanes(),
            arrivals,
            state.accounts(),
            parts.clock(),
            policy.limits(),
            parts.metrics());
    return new NotedPushes(landing, parts.diary(), parts.clock());
  }
}
