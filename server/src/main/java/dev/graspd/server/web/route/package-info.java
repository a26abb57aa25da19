/** Decides what a path asks for. Pure: it reads no repository and no store. */
@NullMarked
package dev.graspd.server.web.route;

import org.jspecify.annotations.NullMarked;
