/**
 * The machine of the hunt for git data: at which clone URL it looks for a family, and when. {@code
 * server.hunt} runs it; it opens no connection.
 */
@NullMarked
package dev.graspd.core.hunt;

import org.jspecify.annotations.NullMarked;
