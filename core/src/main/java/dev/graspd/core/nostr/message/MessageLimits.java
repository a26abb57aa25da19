package dev.graspd.core.nostr.message;

import dev.graspd.core.nostr.TagLimits;

/**
 * How much one message may hold.
 *
 * @param filters most filters of a REQ or COUNT
 * @param filterValues most values of a filter, all its lists together
 * @param filterValueBytes most bytes of one value of a filter, in UTF-8
 * @param tags of an event
 */
public record MessageLimits(int filters, int filterValues, int filterValueBytes, TagLimits tags) {}
