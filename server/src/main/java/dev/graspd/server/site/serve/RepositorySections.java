package dev.graspd.server.site.serve;

import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.site.html.Html.Node;
import java.util.List;
import java.util.Optional;

/** What the server knows of a repository beside its code. Thread-safe. */
@FunctionalInterface
public interface RepositorySections {
  /**
   * Parts of the first page of a repository.
   *
   * @param introduction what comes before the code
   * @param cloneUrl the URL for git
   * @param nostrUrl the URL for git with ngit
   * @param details what comes after the code
   */
  record Sections(
      String name, List<Node> introduction, String cloneUrl, String nostrUrl, List<Node> details) {
    public Sections {
      introduction = List.copyOf(introduction);
      details = List.copyOf(details);
    }
  }

  /** Returns what is known; empty if the repository is not served. */
  Optional<Sections> of(RepoAddress repository);
}
