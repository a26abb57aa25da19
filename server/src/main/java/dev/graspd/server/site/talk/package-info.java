/**
 * Pages of issues, pull requests and patches: from threads and lists of {@code core.talk} to nodes
 * of HTML. Pure.
 */
@NullMarked
package dev.graspd.server.site.talk;

import org.jspecify.annotations.NullMarked;
