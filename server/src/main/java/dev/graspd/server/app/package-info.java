/**
 * The program's entry point. Commands are in {@code app.command}; {@code app.server} builds the
 * server. Nothing calls it but the Java launcher.
 */
@NullMarked
package dev.graspd.server.app;

import org.jspecify.annotations.NullMarked;
