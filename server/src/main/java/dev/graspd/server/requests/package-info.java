/** One line in the log for what a client asked of this server and what became of it. */
@NullMarked
package dev.graspd.server.requests;

import org.jspecify.annotations.NullMarked;
