package dev.graspd.server.hosting;

import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.base.UptimeClock;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.diary.Diary;
import dev.graspd.server.family.HostingMetrics;
import dev.graspd.server.family.HuntListener;
import dev.graspd.server.family.held.HeldCharges;
import dev.graspd.server.family.objects.GitObjects;
import dev.graspd.server.family.packs.PackHealth;
import dev.graspd.server.family.packs.PackRewriting;
import dev.graspd.server.gate.PlainReception;
import java.util.concurrent.Executor;

/**
 * The dependencies of hosting.
 *
 * @param views heap for the views of families
 */
public record HostingParts(
    EventStore events,
    RepositoryStore repositories,
    GitObjects git,
    PlainReception plain,
    UptimeClock clock,
    Executor executor,
    HostingMetrics metrics,
    FailPoints failPoints,
    HuntListener hunt,
    Diary diary,
    PackHealth packs,
    PackRewriting rewriting,
    Executor upkeep,
    ByteBudget views,
    HeldCharges charges) {
  /** Returns the same parts with a stopped clock, so that no held event expires. */
  HostingParts withStoppedClock() {
    return new HostingParts(
        events,
        repositories,
        git,
        plain,
        clock.stopped(),
        executor,
        metrics,
        failPoints,
        hunt,
        diary,
        packs,
        rewriting,
        upkeep,
        views,
        charges);
  }
}
