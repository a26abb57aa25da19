/** Looks up names for outgoing connections, with shares for each origin. */
@NullMarked
package dev.graspd.server.egress.dns;

import org.jspecify.annotations.NullMarked;
