package dev.graspd.server.git.browse;

import dev.graspd.core.nostr.EventId;

/** How a commit belongs to a repository (W-5). */
public sealed interface Belonging {
  /** A branch or a tag reaches it. */
  record Own() implements Belonging {}

  /** Only a pull request offers it: it is not part of the repository. */
  record Offered(EventId pullRequest) implements Belonging {}
}
