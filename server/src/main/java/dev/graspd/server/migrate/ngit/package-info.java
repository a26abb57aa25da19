/**
 * Reads the files of a stopped ngit-grasp server (operations.md, section 2), as a stranger wrote
 * them. Every length and offset is checked, nothing is mapped, no link is followed out of its
 * directory, and nothing is written. {@code migrate} calls it.
 */
@NullMarked
package dev.graspd.server.migrate.ngit;

import org.jspecify.annotations.NullMarked;
