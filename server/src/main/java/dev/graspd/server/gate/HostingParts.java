package dev.graspd.server.gate;

import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.diary.Diary;
import java.util.concurrent.Executor;

/**
 * What hosting is made of.
 *
 * @param views heap for the views of families
 */
public record HostingParts(
    EventStore events,
    RepositoryStore repositories,
    GitObjects git,
    Reception plain,
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
  private static final long VIEWS_BYTES = 32L << 20;

  /** Parts among which nothing fails on purpose, and nobody hunts. */
  public HostingParts(
      EventStore events,
      RepositoryStore repositories,
      GitObjects git,
      Reception plain,
      UptimeClock clock,
      Executor executor,
      HostingMetrics metrics) {
    this(
        events,
        repositories,
        git,
        plain,
        clock,
        executor,
        metrics,
        FailPoints.NONE,
        HuntListener.NONE);
  }

  /** Returns the same parts, for which the time of what waits stands still. */
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

  /** Parts without the packs of a disk. */
  public HostingParts(
      EventStore events,
      RepositoryStore repositories,
      GitObjects git,
      Reception plain,
      UptimeClock clock,
      Executor executor,
      HostingMetrics metrics,
      FailPoints failPoints,
      HuntListener hunt,
      Diary diary) {
    this(
        events,
        repositories,
        git,
        plain,
        clock,
        executor,
        metrics,
        failPoints,
        hunt,
        diary,
        PackHealth.UNKNOWN,
        PackRewriting.NONE,
        executor,
        new ByteBudget("families", VIEWS_BYTES),
        HeldCharges.alone());
  }

  /** Parts with a diary that nobody else has. */
  public HostingParts(
      EventStore events,
      RepositoryStore repositories,
      GitObjects git,
      Reception plain,
      UptimeClock clock,
      Executor executor,
      HostingMetrics metrics,
      FailPoints failPoints,
      HuntListener hunt) {
    this(
        events,
        repositories,
        git,
        plain,
        clock,
        executor,
        metrics,
        failPoints,
        hunt,
        new Diary(clock.now().epochSeconds()));
  }
}
