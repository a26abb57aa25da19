/**
 * Makes packs for a move: of objects that lie in directories of another server, which are never
 * changed, and of families that are hosted here. Packs that come in are checked like those of
 * strangers. Only {@code migrate} uses it; our own object stores are in {@code git.objects}.
 */
@NullMarked
package dev.graspd.server.git.local;

import org.jspecify.annotations.NullMarked;
