/**
 * Reads code for pages: revisions, trees, files, logs, differences. Answers are records without
 * anything of JGit; every question has a budget, and says when it was too small. Nothing here
 * writes, and nothing is shown that a clone of the repository would not get. {@code site} and
 * {@code git.download} call it.
 */
@NullMarked
package dev.graspd.server.git.browse;

import org.jspecify.annotations.NullMarked;
