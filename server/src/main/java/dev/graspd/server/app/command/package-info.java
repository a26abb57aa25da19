/**
 * The command line: one class for each command. A command that needs the running server asks it
 * through the data directory. Changes of repositories belong to {@code hosting} and {@code family};
 * only {@code Main} calls this.
 */
@NullMarked
package dev.graspd.server.app.command;

import org.jspecify.annotations.NullMarked;
