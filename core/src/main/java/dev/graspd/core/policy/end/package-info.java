/** Decides which events and refs leave with a repository, and which come back with it. */
@NullMarked
package dev.graspd.core.policy.end;

import org.jspecify.annotations.NullMarked;
