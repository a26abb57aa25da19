package dev.graspd.server.site.serve;

import dev.graspd.server.site.address.ApiView;
import dev.graspd.server.site.address.Place;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.address.SiteAddress;
import java.util.regex.Pattern;

/** Whether an address names a commit by its whole id, so that it always shows the same. */
public final class Lasting {
  private static final Pattern WHOLE_ID = Pattern.compile("[0-9a-f]{40}");

  private Lasting() {}

  static boolean of(SiteAddress address) {
    return address instanceof SiteAddress.OfRepository(_, _, var view)
        && switch (view) {
          case RepositoryView.Commit commit -> isWhole(commit.id());
          case RepositoryView.Tree tree -> isWhole(tree.place());
          case RepositoryView.Blame blame -> isWhole(blame.place());
          case RepositoryView.Commits commits -> isWhole(commits.place());
          case RepositoryView.Raw raw -> isWhole(raw.place());
          case RepositoryView.Download download -> isWhole(download.revision());
          default -> false;
        };
  }

  /** Whether the document of a view always says the same. */
  public static boolean of(ApiView view) {
    return switch (view) {
      case ApiView.Commit commit -> isWhole(commit.id());
      case ApiView.Commits commits -> isWhole(commits.revision());
      case ApiView.Tree tree -> isWhole(tree.place());
      case ApiView.Blob blob -> isWhole(blob.place());
      case ApiView.Blame blame -> isWhole(blame.place());
      case ApiView.LastCommits last -> isWhole(last.place());
      case ApiView.Compare(var from, var to, _) -> isWhole(from) && isWhole(to);
      case ApiView.Refs _ -> false;
    };
  }

  private static boolean isWhole(Place place) {
    return isWhole(place.names().getFirst().text());
  }

  static boolean isWhole(String revision) {
    return WHOLE_ID.matcher(revision).matches();
  }
}
