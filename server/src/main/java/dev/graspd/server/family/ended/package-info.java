/**
 * The end of repositories: deletions, the operator's lists, and how ended repositories are kept,
 * restored and erased. {@code family.event} and the operator's commands call it. {@code
 * core.policy.end} decides which events end with a repository.
 */
@NullMarked
package dev.graspd.server.family.ended;

import org.jspecify.annotations.NullMarked;
