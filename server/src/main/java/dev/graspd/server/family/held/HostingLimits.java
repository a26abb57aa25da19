package dev.graspd.server.family.held;

import dev.graspd.core.policy.room.NewRepositoryRates;
import dev.graspd.core.policy.room.Quota;
import dev.graspd.core.policy.room.Rooms;

/**
 * Limits for held events, waiting pushes and git data.
 *
 * @param maxHeldEvents held events of strangers, in all
 * @param maxHeldBytes their heap when parsed, in all
 * @param maxHeldBytesPerIdentifier the same for one room of an identifier
 * @param maxHeldPerRepository held states and announcements of a served repository's maintainers
 * @param maxLaneQueue events and pushes of clients in the queues of lanes, in all
 * @param maxIdentifierBytes heap of announcements, states and refs of one identifier
 * @param maxHistoryAnswers objects that wait to be searched for in long histories
 * @param newRepositories how many may begin in an hour
 * @param maxUnsignedPushBytes one push to {@code refs/nostr} before its event
 * @param maxUnsignedPushesPerAddress such pushes open for one address
 * @param maxUnsignedPushes such pushes open in all
 * @param maxUnsignedBytes bytes of such pushes in all
 * @param quota bytes of git data
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
  /** The usual {@code maxHistoryAnswers}. */
  public static final int HISTORY_ANSWERS = 100_000;

  /** Returns the sizes of the rooms for held events. */
  public Rooms.Sizes rooms(int maxHeldPerIdentifier) {
    return new Rooms.Sizes(
        new Rooms.Load(maxHeldPerRepository, maxHeldBytesPerIdentifier),
        new Rooms.Load(maxHeldPerIdentifier, maxHeldBytesPerIdentifier),
        new Rooms.Load(maxHeldEvents, maxHeldBytes));
  }
}
