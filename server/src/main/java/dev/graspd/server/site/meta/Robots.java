package dev.graspd.server.site.meta;

import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.address.TalkView;
import java.util.List;

/** The rules for programs that read the whole site (W-75). */
public final class Robots {
  /** Pages of which every repository has very many, and copies of others. */
  private static final List<String> COSTLY =
      List.of("commit", "commits", "blame", "compare", "archive", "raw", "search");

  private Robots() {}

  /** Returns whether search engines may follow a link to a view: those that they may read. */
  public static boolean mayFollow(RepositoryView view) {
    return switch (view) {
      case RepositoryView.Commit _,
          RepositoryView.Commits _,
          RepositoryView.Blame _,
          RepositoryView.Compare _,
          RepositoryView.CompareForm _,
          RepositoryView.Download _,
          RepositoryView.Raw _,
          RepositoryView.Search _,
          RepositoryView.Status _,
          RepositoryView.GoImport _ ->
          false;
      case RepositoryView.Talk(var talk) -> mayFollow(talk);
      case RepositoryView.Tree tree ->
          tree.lines().isEmpty()
              && tree.after().isEmpty()
              && tree.shown() == RepositoryView.Shown.RENDERED;
      case RepositoryView.Summary _,
          RepositoryView.Branches _,
          RepositoryView.Tags _,
          RepositoryView.Tag _,
          RepositoryView.Feed _ ->
          true;
    };
  }

  /** Lists with filters have no end, and differences cost. */
  private static boolean mayFollow(TalkView talk) {
    return switch (talk) {
      case TalkView.Listed(_, var choice) -> choice.equals(TalkView.Choice.USUAL);
      case TalkView.Conversation(_, _, var page) -> page == 1;
      case TalkView.News _, TalkView.AllNews _ -> true;
      case TalkView.Files _, TalkView.Offered _, TalkView.OneCommit _, TalkView.Revised _ -> false;
    };
  }

  /**
   * Writes {@code robots.txt}.
   *
   * @param origin scheme and host of the service
   * @param base the path of the service, with slashes around it
   * @param isOpen whether search engines may read anything
   */
  public static String text(String origin, String base, boolean isOpen) {
    StringBuilder text = new StringBuilder("User-agent: *\n");
    if (!isOpen) {
      return text.append("Disallow: /\n").toString();
    }
    text.append("Disallow: ").append(base).append("api/\n");
    for (String word : COSTLY) {
      text.append("Disallow: ").append(base).append("npub1*/*/").append(word).append("\n");
    }
    text.append("Disallow: ").append(base).append("npub1*/*/prs/*/\n");
    text.append("Disallow: ").append(base).append("event/\n");
    text.append("Disallow: /*?\n");
    return text.append("Sitemap: ").append(origin).append(base).append("sitemap.xml\n").toString();
  }
}
