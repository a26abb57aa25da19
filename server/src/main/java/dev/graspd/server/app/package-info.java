/**
 * The program's entry point. Commands are in {@code app.command}; {@code app.server} builds the
 * server.
 */
@NullMarked
package dev.graspd.server.app;

import org.jspecify.annotations.NullMarked;
