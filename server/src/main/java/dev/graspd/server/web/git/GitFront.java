package dev.graspd.server.web.git;

import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.git.GitService;
import dev.graspd.server.web.exchange.ExchangeLimits;

/**
 * The git service, as the web layer calls it, and the limits of its requests.
 *
 * @param requests the memory of all requests that are under way
 */
public record GitFront(GitService service, ExchangeLimits limits, ByteBudget requests) {
  private static final long OWN_BYTES_MAX = 64L << 20;

  GitFront(GitService service, ExchangeLimits limits) {
    this(service, limits, new ByteBudget("git_requests", OWN_BYTES_MAX));
  }

  public static GitFront of(GitService service, ByteBudget requests) {
    return new GitFront(service, ExchangeLimits.DEFAULT, requests);
  }
}
