/**
 * Threads: events and members become an issue, a pull request or a patch series with its status,
 * title, labels, revisions, reviews and replies (web.md, section 9). The same events give the same
 * thread in whatever order they come, with work that grows with their number.
 */
@NullMarked
package dev.graspd.core.talk.thread;

import org.jspecify.annotations.NullMarked;
