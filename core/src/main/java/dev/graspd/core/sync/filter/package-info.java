/** Filters by layer: announcements, states, threads, and how they are packed into requests. */
@NullMarked
package dev.graspd.core.sync.filter;

import org.jspecify.annotations.NullMarked;
