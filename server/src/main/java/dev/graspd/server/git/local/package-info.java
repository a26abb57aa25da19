/**
 * Makes packs of objects that lie in directories of another server, which are never changed. The
 * packs are checked like those of strangers. Only {@code migrate} uses it; our own object stores
 * are in {@code git.objects}.
 */
@NullMarked
package dev.graspd.server.git.local;

import org.jspecify.annotations.NullMarked;
