/**
 * Who takes part in the threads of a repository, and what each of them may decide (W-41, W-42).
 * Events are read in {@code talk.event}. {@code talk.thread} asks it for every decision in a
 * thread.
 */
@NullMarked
package dev.graspd.core.talk.member;

import org.jspecify.annotations.NullMarked;
