/**
 * Issues, pull requests and patches of repositories, read from the store and kept until the log
 * reports a change. What events mean is decided in {@code core.talk}. Nothing here writes.
 */
@NullMarked
package dev.graspd.server.talk;

import org.jspecify.annotations.NullMarked;
