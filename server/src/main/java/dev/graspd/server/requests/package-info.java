/**
 * One line in the log for each request of a client and its result. Decisions for {@code graspd why}
 * are in {@code server.diary}, figures in {@code ops.metrics}. Relay sessions, fetches and pushes
 * write here.
 */
@NullMarked
package dev.graspd.server.requests;

import org.jspecify.annotations.NullMarked;
