/**
 * Decides what a path asks for. Pure: it reads no repository and no store, so a route says nothing
 * about whether something is there. {@code web} asks it for each request.
 */
@NullMarked
package dev.graspd.server.web.route;

import org.jspecify.annotations.NullMarked;
