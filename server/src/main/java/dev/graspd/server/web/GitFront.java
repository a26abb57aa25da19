package dev.graspd.server.web;

import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.git.GitService;

/**
 * Git, as the web layer reaches it, and what its requests may cost.
 *
 * @param requests the memory of all requests that are under way
 */
public record GitFront(GitService service, ExchangeLimits limits, ByteBudget requests) {
  private static final long OWN_BYTES_MAX = 64L << 20;

  /** With a budget that nobody else uses. */
  GitFront(GitService service, ExchangeLimits limits) {
    this(service, limits, new ByteBudget("git_requests", OWN_BYTES_MAX));
  }

  /** With the usual limits. */
  public static GitFront of(GitService service, ByteBudget requests) {
    return new GitFront(service, ExchangeLimits.DEFAULT, requests);
  }
}
