/** One line in the log for each request of a client and its result. */
@NullMarked
package dev.graspd.server.requests;

import org.jspecify.annotations.NullMarked;
