/**
 * Which packs a family has ({@code NamedPacks}), and where their files lie: a depot of immutable
 * files that knows names and bytes alone. {@code git.objects} calls both. The content of packs does
 * not matter here.
 */
@NullMarked
package dev.graspd.server.git.depot;

import org.jspecify.annotations.NullMarked;
