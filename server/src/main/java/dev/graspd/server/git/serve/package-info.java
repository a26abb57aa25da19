/**
 * What git clients read: advertisements and lists of refs from memory, packs through JGit, under
 * permits and limits.
 */
@NullMarked
package dev.graspd.server.git.serve;

import org.jspecify.annotations.NullMarked;
