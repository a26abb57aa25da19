package dev.graspd.core.nostr;

/**
 * How much one message may hold.
 *
 * @param filters most filters of a REQ or COUNT
 * @param filterValues most values of a filter, all its lists together
 * @param tags most tags of any event; kinds may have tighter limits of their own
 */
public record MessageLimits(int filters, int filterValues, int tags) {}
