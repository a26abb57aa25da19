/**
 * Hostile clients, relays and git servers against a real process. The attacks themselves are in
 * {@code testkit.fire}.
 */
@NullMarked
package dev.graspd.system.fire;

import org.jspecify.annotations.NullMarked;
