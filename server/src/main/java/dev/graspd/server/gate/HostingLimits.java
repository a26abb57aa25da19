package dev.graspd.server.gate;

/**
 * How much may wait.
 *
 * @param maxHeldEvents events in purgatory, in all
 * @param maxHeldBytes their bytes, in all
 * @param maxNewPerHour new repositories of one key in an hour
 * @param maxNewPerHourPerAddress new repositories of one address in an hour
 * @param maxUnsignedPushBytes one push to {@code refs/nostr} before its event
 * @param maxUnsignedPushesPerAddress such pushes open for one address
 * @param maxUnsignedPushes such pushes open in all
 * @param maxUnsignedBytes bytes of such pushes in all
 */
public record HostingLimits(
    int maxHeldEvents,
    long maxHeldBytes,
    int maxNewPerHour,
    int maxNewPerHourPerAddress,
    long maxUnsignedPushBytes,
    int maxUnsignedPushesPerAddress,
    int maxUnsignedPushes,
    long maxUnsignedBytes) {}
