/**
 * Event sync (GRASP-02): what is wanted from which relay, and how it is asked for. One machine
 * knows all relays and decides what is followed where; each connection has a machine of its own,
 * which decides how that is asked on the wire.
 */
@NullMarked
package dev.graspd.core.sync;

import org.jspecify.annotations.NullMarked;
