/**
 * All outgoing connections. No other package opens outgoing sockets. Addresses are checked in
 * {@code egress.dial}.
 */
@NullMarked
package dev.graspd.server.egress;

import org.jspecify.annotations.NullMarked;
