package dev.graspd.core.sync;

import java.time.Duration;
import java.util.SortedSet;

/**
 * What the operator decides about event sync.
 *
 * @param bootstrap relays that are always connected to
 * @param batchWindow how long new items are gathered before they are asked for
 * @param startupDelay before the first connection
 * @param checkInterval how often connections are looked over for those that nobody needs
 * @param maxRelays connected to in all, bootstrap relays not counted
 * @param naughty how long a relay is left alone for which trying again would not help
 */
public record SyncSettings(
    SortedSet<RelayUrl> bootstrap,
    Duration batchWindow,
    Duration startupDelay,
    Duration checkInterval,
    int maxRelays,
    Duration naughty,
    HealthSettings health) {}
