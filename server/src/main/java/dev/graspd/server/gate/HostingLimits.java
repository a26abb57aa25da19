package dev.graspd.server.gate;

import dev.graspd.core.policy.Quota;

/**
 * How much may wait, and how much may stay.
 *
 * @param maxHeldEvents events in purgatory, in all
 * @param maxHeldBytes their bytes, in all
 * @param maxNewPerHour new repositories of one key in an hour
 * @param maxNewPerHourPerAddress new repositories of one address in an hour
 * @param maxUnsignedPushBytes one push to {@code refs/nostr} before its event
 * @param maxUnsignedPushesPerAddress such pushes open for one address
 * @param maxUnsignedPushes such pushes open in all
 * @param maxUnsignedBytes bytes of such pushes in all
 * @param quota bytes of git data that stay
 */
public record HostingLimits(
    int maxHeldEvents,
    long maxHeldBytes,
    int maxNewPerHour,
    int maxNewPerHourPerAddress,
    long maxUnsignedPushBytes,
    int maxUnsignedPushesPerAddress,
    int maxUnsignedPushes,
    long maxUnsignedBytes,
    Quota quota) {
  /** Limits only for what waits. */
  public HostingLimits(
      int maxHeldEvents,
      long maxHeldBytes,
      int maxNewPerHour,
      int maxNewPerHourPerAddress,
      long maxUnsignedPushBytes,
      int maxUnsignedPushesPerAddress,
      int maxUnsignedPushes,
      long maxUnsignedBytes) {
    this(
        maxHeldEvents,
        maxHeldBytes,
        maxNewPerHour,
        maxNewPerHourPerAddress,
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
        maxNewPerHour,
        maxNewPerHourPerAddress,
        maxUnsignedPushBytes,
        maxUnsignedPushesPerAddress,
        maxUnsignedPushes,
        maxUnsignedBytes,
        other);
  }
}
