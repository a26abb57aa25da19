/**
 * Requests of git clients, as the web layer passes them on. Git itself is in {@code server.git}.
 */
@NullMarked
package dev.graspd.server.web.git;

import org.jspecify.annotations.NullMarked;
