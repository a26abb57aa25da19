package dev.graspd.server.site.serve;

import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.site.summary.SummaryPage;
import java.util.Optional;

/** What the server knows of a repository beside its code. Thread-safe. */
@FunctionalInterface
public interface RepositorySections {
  /**
   * Parts of the first page of a repository.
   *
   * @param name for people
   * @param description as it is announced, or empty
   */
  record Sections(String name, String description, SummaryPage.About about) {}

  /** Returns what is known; empty if the repository is not served. */
  Optional<Sections> of(RepoAddress repository);
}
