/**
 * Requests of git clients, as the web layer passes them on. Git itself is in {@code server.git},
 * which the web layer knows only as an interface. {@code web} calls it.
 */
@NullMarked
package dev.graspd.server.web.git;

import org.jspecify.annotations.NullMarked;
