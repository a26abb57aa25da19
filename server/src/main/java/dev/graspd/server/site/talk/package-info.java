/**
 * Pages of issues, pull requests, patches and signed events: from threads and lists of {@code
 * core.talk} to nodes of HTML. Pure; what is shown is found by {@code serve} below, and what events
 * mean is decided in {@code core.talk}.
 */
@NullMarked
package dev.graspd.server.site.talk;

import org.jspecify.annotations.NullMarked;
