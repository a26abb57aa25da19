package dev.graspd.server.site.serve;

import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.site.page.SiteFrame.TabBar;
import dev.graspd.server.site.summary.SummaryPage;
import java.util.Optional;

/** The sections of a repository's page beside its code. Thread-safe. */
@FunctionalInterface
public interface RepositorySections {
  /**
   * Parts of the first page of a repository.
   *
   * @param name for people
   * @param description as it is announced, or empty
   * @param open how many issues and pull requests are open; empty where nobody counts them
   */
  record Sections(
      String name, String description, SummaryPage.About about, Optional<TabBar.Open> open) {
    public Sections(String name, String description, SummaryPage.About about) {
      this(name, description, about, Optional.empty());
    }

    public Sections with(TabBar.Open counts) {
      return new Sections(name, description, about, Optional.of(counts));
    }
  }

  /** Returns what is known; empty if the repository is not served. */
  Optional<Sections> of(RepoAddress repository);
}
