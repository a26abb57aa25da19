package dev.graspd.server.gate;

import dev.graspd.core.nostr.PublicKey;
import java.util.SortedSet;

/**
 * What the general checks of admission need to know.
 *
 * @param readOnly refuse every write with {@code restricted: server is read-only}
 * @param maxEventBytes largest event, as canonical JSON
 * @param maxStateEventBytes the same for kind 30618
 * @param maxEventTags most tags of an event
 * @param maxStateTags the same for kind 30618
 * @param maxFutureSeconds how far {@code created_at} may lie ahead of our clock
 * @param minPowDifficulty leading zero bits of the id that NIP-13 asks for; 0 = none
 * @param maxEventsPerMinute events of one address; the burst is the same number
 * @param maxInflightBytes events received and not yet answered, all connections together
 * @param minFreeDiskBytes free bytes on the data disk below which writes are refused
 * @param obeyDeletions whether NIP-09 and NIP-62 requests are obeyed
 * @param bannedAuthors keys whose events are refused
 */
public record GateSettings(
    boolean readOnly,
    int maxEventBytes,
    int maxStateEventBytes,
    int maxEventTags,
    int maxStateTags,
    long maxFutureSeconds,
    int minPowDifficulty,
    int maxEventsPerMinute,
    long maxInflightBytes,
    long minFreeDiskBytes,
    boolean obeyDeletions,
    SortedSet<PublicKey> bannedAuthors) {}
