package dev.graspd.server.site.address;

import dev.graspd.core.repo.RepoAddress;

/** The address of a document of code for programs, below the base path (W-82, W-83). */
public sealed interface ApiAddress {
  /** The description of the API itself. */
  record Description() implements ApiAddress {}

  /** Something of a repository, whose identifier is whole: {@code .git} is part of it. */
  record OfRepository(RepoAddress repository, ApiView view) implements ApiAddress {}
}
