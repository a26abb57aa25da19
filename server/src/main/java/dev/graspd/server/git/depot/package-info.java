/**
 * Where published packs lie: a depot of immutable files. It knows names and bytes, neither families
 * nor objects. {@code git.objects} calls it.
 */
@NullMarked
package dev.graspd.server.git.depot;

import org.jspecify.annotations.NullMarked;
