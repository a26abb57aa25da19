/**
 * The rules of the relay, one class for each NIP or section of it. Tests belong here if a client
 * with a WebSocket can run them against any relay.
 */
@NullMarked
package dev.graspd.conformance.nip;

import org.jspecify.annotations.NullMarked;
