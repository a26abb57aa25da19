/**
 * Turns a request on an event loop into blocking streams for other threads, with back pressure and
 * time limits: fetches, pushes, files and downloads. Who answers is in {@code server.git} and
 * {@code server.site}. {@code web} begins an exchange.
 */
@NullMarked
package dev.graspd.server.web.exchange;

import org.jspecify.annotations.NullMarked;
