/**
 * Builds hosting from its parts and gives the rest of the server its interfaces: repositories to
 * serve, status for pages and metrics, actions for operators. Rules and writes belong in {@code
 * family} and its subpackages.
 */
@NullMarked
package dev.graspd.server.hosting;

import org.jspecify.annotations.NullMarked;
