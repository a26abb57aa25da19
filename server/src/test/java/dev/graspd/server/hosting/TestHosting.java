package dev.graspd.server.hosting;

import dev.graspd.core.policy.AdmissionRules;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.policy.room.NewRepositoryRates;
import dev.graspd.core.policy.room.Quota;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.base.UptimeClock;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.diary.Diary;
import dev.graspd.server.family.HostingMetrics;
import dev.graspd.server.family.HuntListener;
import dev.graspd.server.family.ended.EndedTimes;
import dev.graspd.server.family.held.HeldCharges;
import dev.graspd.server.family.held.HostingLimits;
import dev.graspd.server.family.objects.GitObjects;
import dev.graspd.server.family.packs.PackHealth;
import dev.graspd.server.family.packs.PackRewriting;
import dev.graspd.server.gate.DormantRooms;
import dev.graspd.server.gate.PlainReception;
import dev.graspd.server.role.Mandate;
import dev.graspd.server.role.Tenure;
import java.util.concurrent.Executor;

/** The parts, policy and limits of hosting that most tests use. */
public final class TestHosting {
  private static final long VIEWS_BYTES = 32L << 20;
  private static final int IDENTIFIER_SHARE = 16;
  private static final int HELD_PER_REPOSITORY = 16;
  private static final int LANE_QUEUE = 16_384;
  private static final long IDENTIFIER_BYTES = 64L << 20;

  private TestHosting() {}

  /** Begins the work of a host that is alone on its store; its end ends it. */
  public static void start(RepositoryHost host) {
    Tenure _ = host.timers().begin(Mandate.NONE);
    Tenure _ = host.recovery().begin(Mandate.NONE);
  }

  /** Returns parts without fail points and without a hunt. */
  public static HostingParts parts(
      EventStore events,
      RepositoryStore repositories,
      GitObjects git,
      PlainReception plain,
      UptimeClock clock,
      Executor executor,
      HostingMetrics metrics) {
    return parts(
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

  /** Returns parts with their own diary. */
  public static HostingParts parts(
      EventStore events,
      RepositoryStore repositories,
      GitObjects git,
      PlainReception plain,
      UptimeClock clock,
      Executor executor,
      HostingMetrics metrics,
      FailPoints failPoints,
      HuntListener hunt) {
    return parts(
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

  /** Returns parts without packs on disk. */
  public static HostingParts parts(
      EventStore events,
      RepositoryStore repositories,
      GitObjects git,
      PlainReception plain,
      UptimeClock clock,
      Executor executor,
      HostingMetrics metrics,
      FailPoints failPoints,
      HuntListener hunt,
      Diary diary) {
    return new HostingParts(
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

  /** Returns a policy that keeps every deletion and every list of servers. */
  public static HostingPolicy policy(
      AdmissionRules general,
      HostingRules rules,
      Maintainers.Mode maintainers,
      HostingLimits limits,
      String relayUrl,
      EndedTimes endedTimes) {
    return new HostingPolicy(
        general,
        rules,
        maintainers,
        limits,
        relayUrl,
        endedTimes,
        DormantRooms.UNLIMITED,
        Long.MAX_VALUE,
        HostingPolicy.HISTORY_LOOKS,
        "test");
  }

  /** Returns a policy with the usual retention of ended repositories. */
  public static HostingPolicy policy(
      AdmissionRules general,
      HostingRules rules,
      Maintainers.Mode maintainers,
      HostingLimits limits,
      String relayUrl) {
    return policy(general, rules, maintainers, limits, relayUrl, EndedTimes.DEFAULT);
  }

  /** Returns limits with the usual rooms. */
  public static HostingLimits limits(
      int maxHeldEvents,
      long maxHeldBytes,
      NewRepositoryRates newRepositories,
      long maxUnsignedPushBytes,
      int maxUnsignedPushesPerAddress,
      int maxUnsignedPushes,
      long maxUnsignedBytes,
      Quota quota) {
    return new HostingLimits(
        maxHeldEvents,
        maxHeldBytes,
        maxHeldBytes / IDENTIFIER_SHARE,
        HELD_PER_REPOSITORY,
        LANE_QUEUE,
        IDENTIFIER_BYTES,
        HostingLimits.HISTORY_ANSWERS,
        newRepositories,
        maxUnsignedPushBytes,
        maxUnsignedPushesPerAddress,
        maxUnsignedPushes,
        maxUnsignedBytes,
        quota);
  }

  /** Returns limits without a quota. */
  public static HostingLimits limits(
      int maxHeldEvents,
      long maxHeldBytes,
      NewRepositoryRates newRepositories,
      long maxUnsignedPushBytes,
      int maxUnsignedPushesPerAddress,
      int maxUnsignedPushes,
      long maxUnsignedBytes) {
    return limits(
        maxHeldEvents,
        maxHeldBytes,
        newRepositories,
        maxUnsignedPushBytes,
        maxUnsignedPushesPerAddress,
        maxUnsignedPushes,
        maxUnsignedBytes,
        Quota.UNLIMITED);
  }

  /** Returns limits with another room for one identifier. */
  public static HostingLimits withIdentifierBytes(HostingLimits limits, long bytes) {
    return new HostingLimits(
        limits.maxHeldEvents(),
        limits.maxHeldBytes(),
        limits.maxHeldBytesPerIdentifier(),
        limits.maxHeldPerRepository(),
        limits.maxLaneQueue(),
        bytes,
        limits.maxHistoryAnswers(),
        limits.newRepositories(),
        limits.maxUnsignedPushBytes(),
        limits.maxUnsignedPushesPerAddress(),
        limits.maxUnsignedPushes(),
        limits.maxUnsignedBytes(),
        limits.quota());
  }
}
