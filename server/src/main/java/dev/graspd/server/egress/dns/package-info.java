/**
 * Looks up names for outgoing connections, with shares for each origin. {@code egress.dial}, its
 * only caller, decides whether an address may be dialled.
 */
@NullMarked
package dev.graspd.server.egress.dns;

import org.jspecify.annotations.NullMarked;
