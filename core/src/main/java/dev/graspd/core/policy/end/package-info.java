/**
 * Decides which events and refs leave with a repository, and which come back with it. The rows that
 * change are for {@code core.store.rules}. {@code server.family.ended} calls it.
 */
@NullMarked
package dev.graspd.core.policy.end;

import org.jspecify.annotations.NullMarked;
