/**
 * Care for published packs: repacking, removal of old packs, integrity checks, repair of lost
 * objects. {@code server.upkeep} decides when; the files are handled in {@code git.objects}.
 */
@NullMarked
package dev.graspd.server.family.packs;

import org.jspecify.annotations.NullMarked;
