/**
 * Pages of issues, pull requests and patches: from threads and lists of {@code core.talk} to nodes
 * of HTML. Pure: what is read, and when a page is made again, is in {@code site.talk.serve}, which
 * calls it.
 */
@NullMarked
package dev.graspd.server.site.talk;

import org.jspecify.annotations.NullMarked;
