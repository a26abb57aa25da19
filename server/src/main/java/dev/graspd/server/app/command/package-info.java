/**
 * The command line: one class for each command. A command that needs the running server asks it
 * through the data directory.
 */
@NullMarked
package dev.graspd.server.app.command;

import org.jspecify.annotations.NullMarked;
