/**
 * Backups of all data, made while the server runs, and restoring them. Copies of the store are made
 * by {@code server.store}; packs are immutable files and are copied as they are. The commands
 * {@code backup} and {@code restore} call it, and a start before a migration.
 */
@NullMarked
package dev.graspd.server.backup;

import org.jspecify.annotations.NullMarked;
