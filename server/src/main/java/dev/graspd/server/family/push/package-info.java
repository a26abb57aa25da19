/**
 * Judges pushes against the signed state and publishes allowed objects. The git server calls it
 * through {@code Pushes}, after it has checked the pack. It reads no pack and no socket.
 */
@NullMarked
package dev.graspd.server.family.push;

import org.jspecify.annotations.NullMarked;
