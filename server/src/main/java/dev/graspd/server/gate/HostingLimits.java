package dev.graspd.server.gate;

import dev.graspd.core.policy.NewRepositoryRates;
import dev.graspd.core.policy.Quota;
import dev.graspd.core.policy.Rooms;

/**
 * How much may wait, and how much may stay.
 *
 * @param maxHeldEvents events of strangers that wait, in all
 * @param maxHeldBytes the heap that they take when they are parsed, in all
 * @param maxHeldBytesPerIdentifier the same for one room of an identifier
 * @param maxHeldPerRepository states and announcements of a served repository's maintainers that
 *     wait
 * @param maxLaneQueue events and pushes of clients that wait for their turn in lanes, in all
 * @param maxIdentifierBytes the heap that announcements, states and refs of one identifier take
 * @param maxHistoryAnswers objects that wait to be searched for in long histories
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
    long maxHeldBytesPerIdentifier,
    int maxHeldPerRepository,
    int maxLaneQueue,
    long maxIdentifierBytes,
    int maxHistoryAnswers,
    NewRepositoryRates newRepositories,
    long maxUnsignedPushBytes,
    int maxUnsignedPushesPerAddress,
    int maxUnsignedPushes,
    long maxUnsignedBytes,
    Quota quota) {
  /** Objects that wait to be searched for in long histories, usually. */
  public static final int HISTORY_ANSWERS = 100_000;

  private static final int IDENTIFIER_SHARE = 16;
  private static final int HELD_PER_REPOSITORY = 16;
  private static final int LANE_QUEUE = 16_384;
  private static final long IDENTIFIER_BYTES = 64L << 20;

  /** Limits with the usual rooms. */
  public HostingLimits(
      int maxHeldEvents,
      long maxHeldBytes,
      NewRepositoryRates newRepositories,
      long maxUnsignedPushBytes,
      int maxUnsignedPushesPerAddress,
      int maxUnsignedPushes,
      long maxUnsignedBytes,
      Quota quota) {
    this(
        maxHeldEvents,
        maxHeldBytes,
        maxHeldBytes / IDENTIFIER_SHARE,
        HELD_PER_REPOSITORY,
        LANE_QUEUE,
        IDENTIFIER_BYTES,
        HISTORY_ANSWERS,
        newRepositories,
        maxUnsignedPushBytes,
        maxUnsignedPushesPerAddress,
        maxUnsignedPushes,
        maxUnsignedBytes,
        quota);
  }

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
    return with(maxIdentifierBytes, other);
  }

  /** Returns the same with another room for one identifier. */
  public HostingLimits withIdentifierBytes(long most) {
    return with(most, quota);
  }

  private HostingLimits with(long identifierBytes, Quota other) {
    return new HostingLimits(
        maxHeldEvents,
        maxHeldBytes,
        maxHeldBytesPerIdentifier,
        maxHeldPerRepository,
        maxLaneQueue,
        identifierBytes,
        maxHistoryAnswers,
        newRepositories,
        maxUnsignedPushBytes,
        maxUnsignedPushesPerAddress,
        maxUnsignedPushes,
        maxUnsignedBytes,
        other);
  }

  /** Returns how large the rooms are for what waits. */
  Rooms.Sizes rooms(int maxHeldPerIdentifier) {
    return new Rooms.Sizes(
        new Rooms.Load(maxHeldPerRepository, maxHeldBytesPerIdentifier),
        new Rooms.Load(maxHeldPerIdentifier, maxHeldBytesPerIdentifier),
        new Rooms.Load(maxHeldEvents, maxHeldBytes));
  }
}
