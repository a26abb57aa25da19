package dev.graspd.server.gate;

import dev.graspd.core.policy.NewRepositoryRates;
import dev.graspd.core.policy.Quota;

/**
 * How much may wait, and how much may stay.
 *
 * @param maxHeldEvents events in purgatory, in all
 * @param maxHeldBytes their bytes, in all
 * @param newRepositories that may begin in an hour
 * @param maxUnsignedPushBytes one push to {@code refs/nostr} before its event
 * @param maxUnsignedPushesPerAddress such pushes open for one address
 * @param maxUnsignedPushes such pushes open in all
 * @param maxUnsignedBytes bytes of such pushes in all
 * @param quota bytes of git data that stay
 */
public record HostingLimits(
    int maxHeldEvents,
    long maxHeldBytes,
    NewRepositoryRates newRepositories,
    long maxUnsignedPushBytes,
    int maxUnsignedPushesPerAddress,
    int maxUnsignedPushes,
    long maxUnsignedBytes,
    Quota quota) {
  /** Limits only for what waits. */
  public HostingLimits(
      int maxHeldEvents,
      long maxHeldBytes,
      NewRepositoryRates newRepositories,
      long maxUnsignedPushBytes,
      int maxUnsignedPushesPerAddress,
      int maxUnsignedPushes,
      long maxUnsignedBytes) {
    this(
        maxHeldEvents,
        maxHeldBytes,
        newRepositories,
        maxUnsignedPushBytes,
        maxUnsignedPushesPerAddress,
        maxUnsignedPushes,
        maxUnsignedBytes,
        Quota.UNLIMITED);
  }

  /** Returns the same with another quota. */
  public HostingLimits with(Quota other) {
    return new HostingLimits(
        maxHeldEvents,
        maxHeldBytes,
        newRepositories,
        maxUnsignedPushBytes,
        maxUnsignedPushesPerAddress,
        maxUnsignedPushes,
        maxUnsignedBytes,
        other);
  }
}
