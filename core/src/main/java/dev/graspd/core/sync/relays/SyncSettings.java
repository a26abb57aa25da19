package dev.graspd.core.sync.relays;

import dev.graspd.core.sync.RelayUrl;
import java.time.Duration;
import java.util.SortedSet;

/**
 * The operator's settings for event sync.
 *
 * @param bootstrap relays that we always connect to
 * @param batchWindow how long we collect new items before we request them
 * @param startupDelay before the first connection
 * @param checkInterval how often we end connections that are not needed
 * @param maxRelays the most connected relays, without bootstrap relays
 * @param naughty how long a relay stays on the naughty list
 */
public record SyncSettings(
    SortedSet<RelayUrl> bootstrap,
    Duration batchWindow,
    Duration startupDelay,
    Duration checkInterval,
    int maxRelays,
    Duration naughty,
    HealthSettings health) {}
