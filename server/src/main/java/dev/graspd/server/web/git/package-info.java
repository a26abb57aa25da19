/**
 * Turns a git request on an event loop into blocking streams for git's threads, with back pressure
 * and time limits. Git itself is in {@code server.git}.
 */
@NullMarked
package dev.graspd.server.web.git;

import org.jspecify.annotations.NullMarked;
