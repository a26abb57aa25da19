/**
 * Decides which addresses may be dialled, resolves names and connects. Neither HTTP nor WebSocket
 * is known here. Only the clients in {@code egress.http} and {@code egress.ws} connect through it;
 * others use its parsed targets and its failures.
 */
@NullMarked
package dev.graspd.server.egress.dial;

import org.jspecify.annotations.NullMarked;
