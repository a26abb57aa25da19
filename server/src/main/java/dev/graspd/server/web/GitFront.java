package dev.graspd.server.web;

import dev.graspd.server.git.GitService;

/** Git, as the web layer reaches it, and what one request of it may cost. */
public record GitFront(GitService service, ExchangeLimits limits) {
  /** With the limits that are in force outside tests. */
  public static GitFront of(GitService service) {
    return new GitFront(service, ExchangeLimits.DEFAULT);
  }
}
