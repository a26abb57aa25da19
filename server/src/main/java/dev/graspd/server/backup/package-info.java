/** Backups of all data, made while the server runs, and restoring them. */
@NullMarked
package dev.graspd.server.backup;

import org.jspecify.annotations.NullMarked;
