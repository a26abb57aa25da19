/**
 * Looks up names for outgoing connections, with shares for each origin. Whether an address that it
 * finds may be dialled is decided in {@code egress.dial}, its only caller.
 */
@NullMarked
package dev.graspd.server.egress.dns;

import org.jspecify.annotations.NullMarked;
