/**
 * The machine of the hunt for git data: at which clone URL it looks for a family, and when. {@code
 * hunt.missing} finds out what a family misses, what a git host is asked in {@code hunt.domain}.
 * {@code server.hunt} runs it; it opens no connection.
 */
@NullMarked
package dev.graspd.core.hunt;

import org.jspecify.annotations.NullMarked;
