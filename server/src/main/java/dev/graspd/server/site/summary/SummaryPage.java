package dev.graspd.server.site.summary;

import static dev.graspd.server.site.html.Html.classed;
import static dev.graspd.server.site.html.Html.code;
import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.foreign;
import static dev.graspd.server.site.html.Html.link;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.tree.TreeName;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.address.TalkView;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import dev.graspd.server.site.page.CodeLinks;
import dev.graspd.server.site.page.LostPage;
import dev.graspd.server.site.page.Parts;
import dev.graspd.server.site.page.RefsPage;
import dev.graspd.server.site.page.TreePage;
import dev.graspd.server.site.text.highlight.Language;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/** The first page of a repository (W-30). */
public final class SummaryPage {
  private static final String HEAD = "HEAD";

  /**
   * What the server knows of a repository beside its code.
   *
   * @param introduction what comes before the code
   * @param topics as announced
   * @param cloneUrl the URL for git
   * @param nostrUrl the URL for git with ngit
   * @param trust empty before the first push
   * @param details what comes after the code
   */
  public record About(
      List<Node> introduction,
      List<String> topics,
      String cloneUrl,
      String nostrUrl,
      Optional<Trust> trust,
      List<Node> details) {
    public About {
      introduction = List.copyOf(introduction);
      topics = List.copyOf(topics);
      details = List.copyOf(details);
    }
  }

  /**
   * The root of the default branch.
   *
   * @param licence the name of the file in the root that says how the code may be used
   * @param languages bytes of files; empty if there are too many files to count
   */
  public record Code(
      TreePage.Facts root,
      Refs refs,
      RefName branch,
      Optional<TreeName> licence,
      Optional<SortedMap<Language, Long>> languages) {}

  /** The code of a repository, as far as there is some to show. */
  public sealed interface Root {
    record Shown(Code code) implements Root {}

    /** Before the first push. */
    record None() implements Root {}

    /** There are branches, but what they lead to is not here. */
    record Lost() implements Root {}

    /** The root has more entries than a page can be made of. */
    record TooLarge() implements Root {}
  }

  private SummaryPage() {}

  public static List<Node> of(CodeLinks links, About about, Root root) {
    List<Node> parts = new ArrayList<>(about.introduction);
    if (!about.topics.isEmpty()) {
      parts.add(
          classed(
              Tag.UL,
              "topics",
              about.topics.stream().map(topic -> element(Tag.LI, foreign(topic))).toList()));
    }
    about.trust.ifPresent(trust -> parts.add(trust.line(links)));
    parts.add(cloneBox(about));
    switch (root) {
      case Root.Shown(var code) ->
          parts.add(
              classed(
                  Tag.DIV,
                  "columns",
                  classed(Tag.DIV, "code", files(links, code)),
                  classed(Tag.DIV, "aside", aside(links, code))));
      case Root.None() -> parts.add(empty(about));
      case Root.Lost() -> parts.addAll(LostPage.ofRepository());
      case Root.TooLarge() ->
          parts.add(Parts.note("Its root has too many entries to show here. Clone it."));
    }
    parts.add(
        element(
            Tag.P,
            link(links.to(new RepositoryView.Status()), text("Status")),
            text(": who speaks for it, what they have signed, and which state rules.")));
    parts.addAll(about.details);
    return parts;
  }

  private static Node cloneBox(About about) {
    return classed(
        Tag.DIV,
        "clone",
        element(Tag.P, text("Clone with git")),
        classed(Tag.PRE, "command", code("git clone " + about.cloneUrl)),
        element(Tag.P, text("or with ngit, to take part")),
        classed(Tag.PRE, "command", code("git clone " + about.nostrUrl)));
  }

  private static Node empty(About about) {
    return classed(
        Tag.SECTION,
        "empty",
        element(Tag.H2, text("There is no code here yet")),
        element(
            Tag.P,
            text(
                "The repository is announced. Its maintainers can push what they have signed; with"
                    + " ngit, a push signs it:")),
        classed(Tag.PRE, "command", code("git push " + about.nostrUrl + " main")));
  }

  private static List<Node> files(CodeLinks links, Code code) {
    List<Node> parts = new ArrayList<>();
    RevisionNotes.unborn(code.refs, code.branch).ifPresent(parts::add);
    parts.add(RevisionSwitch.of(links, code.refs, RefsPage.shortName(code.branch)));
    parts.addAll(TreePage.listing(links, code.root));
    return parts;
  }

  // ---- beside the code

  private static List<Node> aside(CodeLinks links, Code code) {
    List<Node> parts = new ArrayList<>();
    code.licence.ifPresent(name -> {
      parts.add(element(Tag.H2, text("Licence")));
      parts.add(
          element(Tag.P, link(links.tree(HEAD, TreePath.ROOT.child(name)), foreign(name.text()))));
    });
    List<Node> languages = code.languages.map(LanguageList::of).orElseGet(SummaryPage::uncounted);
    if (!languages.isEmpty()) {
      parts.add(element(Tag.H2, text("Languages")));
      parts.addAll(languages);
    }
    parts.add(element(Tag.H2, text("Download")));
    parts.add(Parts.downloads(links, HEAD));
    parts.add(element(Tag.H2, text("Follow")));
    parts.add(feeds(links));
    return parts;
  }

  private static List<Node> uncounted() {
    return List.of(Parts.note("Not counted: there are too many files to count at once."));
  }

  private static Node feeds(CodeLinks links) {
    List<Node> parts = new ArrayList<>();
    for (RepositoryView.Entries entries : RepositoryView.Entries.values()) {
      parts.add(
          element(
              Tag.LI,
              link(
                  links.to(new RepositoryView.Feed(entries)),
                  text(
                      entries == RepositoryView.Entries.COMMITS
                          ? "feed of commits"
                          : "feed of tags"))));
    }
    parts.add(element(Tag.LI, link(links.to(new TalkView.AllNews()), text("feed of everything"))));
    return classed(Tag.UL, "choices", parts);
  }
}
