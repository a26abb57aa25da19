/**
 * Questions about histories of a repository that pages show: what two commits have in common, a log
 * that follows renames, what tags say. Here is what needs a walk of its own; plain logs are one
 * package above. {@code site.serve} calls it.
 */
@NullMarked
package dev.graspd.server.git.browse.history;

import org.jspecify.annotations.NullMarked;
