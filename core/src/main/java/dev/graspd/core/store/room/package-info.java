/**
 * How many bytes of disk strangers may take, whose keys cost nothing. Rooms for held events are in
 * {@code core.policy.room}. The rules of the store ask it, and the gate and the doctor read its
 * bounds.
 */
@NullMarked
package dev.graspd.core.store.room;

import org.jspecify.annotations.NullMarked;
