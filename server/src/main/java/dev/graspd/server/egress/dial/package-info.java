/**
 * Decides which addresses may be dialled, resolves names and connects. Neither HTTP nor WebSocket
 * is known here.
 */
@NullMarked
package dev.graspd.server.egress.dial;

import org.jspecify.annotations.NullMarked;
