/**
 * The entry of all events: {@link dev.graspd.server.gate.Gate} looks an event up, verifies it and
 * hands it to the policy in force, a {@link dev.graspd.server.gate.Reception}. Sessions of clients,
 * relay sync and the operator's commands call it. The policy of a GRASP server is in {@code
 * family.event}, not here.
 */
@NullMarked
package dev.graspd.server.gate;

import org.jspecify.annotations.NullMarked;
