package dev.graspd.server.site.page;

import static dev.graspd.server.site.html.Html.classed;
import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.link;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.core.policy.room.ByteSize;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.browse.CommitFacts;
import dev.graspd.server.git.browse.TreeEntry;
import dev.graspd.server.git.browse.link.Symlink;
import dev.graspd.server.site.address.LineRange;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.html.Html.Attribute;
import dev.graspd.server.site.html.Html.Element;
import dev.graspd.server.site.html.Html.Name;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import dev.graspd.server.site.html.PageSpace;
import dev.graspd.server.site.text.LfsPointer;
import dev.graspd.server.site.text.TextContent;
import dev.graspd.server.site.text.highlight.CodeNodes;
import dev.graspd.server.site.text.highlight.Colours;
import dev.graspd.server.site.text.highlight.Highlighter;
import dev.graspd.server.site.text.highlight.Language;
import dev.graspd.server.site.text.highlight.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The page of a file (W-32). */
public final class FilePage {
  /** The longest line that is shown whole. */
  static final int LINE_SHOWN = Highlighter.LINE_SHOWN;

  /** The content of a file, as far as it is shown. */
  public sealed interface Content {
    record OfText(TextContent text) implements Content {}

    record Binary() implements Content {}

    /** A picture that browsers show. */
    record Picture() implements Content {}

    /**
     * A commit of another repository.
     *
     * @param url of that, as {@code .gitmodules} says
     */
    record Submodule(Optional<String> url) implements Content {}

    /**
     * A file of which nothing is shown.
     *
     * @param isSent whether it is sent alone
     */
    record TooLarge(boolean isSent) implements Content {}

    record SymlinkTo(Symlink link) implements Content {}
  }

  /**
   * What is shown.
   *
   * @param commit that the revision means
   * @param colours of the file
   * @param last the commit that last changed the file; empty if it was not found in time
   */
  public record Facts(
      String revision,
      TreePath path,
      Oid commit,
      TreeEntry entry,
      Content content,
      Colours colours,
      Optional<CommitFacts> last,
      Optional<LineRange> marked,
      RepositoryView.Shown shown) {
    private boolean isProse() {
      return content instanceof Content.OfText && Prose.isMarkdown(path);
    }

    /** Marked lines are lines of the source. */
    private boolean isRendered() {
      return isProse() && marked.isEmpty() && shown == RepositoryView.Shown.RENDERED;
    }
  }

  private FilePage() {}

  public static List<Node> of(CodeLinks links, Facts facts) {
    List<Node> parts = new ArrayList<>();
    parts.add(Parts.crumbs(links, facts.revision, facts.path));
    parts.add(
        facts
            .last
            .map(last -> classed(Tag.DIV, "box", Parts.newest(links, last)))
            .orElseGet(() ->
                Parts.note(
                    "The last commit of this file is left out: this history is too long to search"
                        + " at once. Its history goes on searching.")));
    parts.add(actions(links, facts));
    switch (facts.content) {
      case Content.OfText(var content) -> parts.addAll(content(links, facts, content));
      case Content.Binary() -> parts.add(getIt(links, facts, "This file is not text. "));
      case Content.Picture() -> parts.add(picture(links, facts));
      case Content.Submodule(var url) ->
          parts.add(
              element(
                  Tag.P,
                  text("A submodule: commit "),
                  Html.code(facts.entry.oid().hex()),
                  text(" of "),
                  url.map(Parts::elsewhere)
                      .orElse(text("another repository, which .gitmodules does not name."))));
      case Content.TooLarge(var isSent) ->
          parts.add(
              isSent
                  ? getIt(links, facts, "This file is too large to show. ")
                  : Parts.note(
                      "This file is too large to show or to send alone. Clone the repository to"
                          + " get it."));
      case Content.SymlinkTo(var to) ->
          parts.add(
              element(
                  Tag.P,
                  text("A symbolic link to "),
                  Parts.target(links, facts.revision, to),
                  text(to.inside().isPresent() ? "" : ", which is not in this tree")));
    }
    return parts;
  }

  private static Node getIt(CodeLinks links, Facts facts, String why) {
    return classed(
        Tag.P,
        "note",
        text(why),
        link(links.raw(facts.revision, facts.path), text("Get it as it is")),
        text(" (" + ByteSize.rough(facts.entry.size()) + ")"));
  }

  private static Node picture(CodeLinks links, Facts facts) {
    return classed(
        Tag.P,
        "picture",
        new Element(
            Tag.IMG,
            List.of(
                new Attribute(Name.SRC, links.raw(facts.revision, facts.path).target()),
                new Attribute(Name.ALT, facts.path.names().getLast().text())),
            List.of()));
  }

  private static List<Node> content(CodeLinks links, Facts facts, TextContent content) {
    if (facts.isRendered()) {
      return Prose.of(links, facts.revision, facts.path, content.lines());
    }
    List<Node> parts = new ArrayList<>();
    LfsPointer.parse(String.join("\n", content.lines()) + "\n")
        .map(FilePage::pointer)
        .ifPresent(parts::add);
    Optional<Language> language = language(facts.path, content);
    List<Node> lines = lines(facts, content, language);
    if (language.isPresent() && Highlighter.isTooLong(content.lines())) {
      parts.add(Parts.note("This file has no colours because it is longer than 512 KiB."));
    } else if (PageSpace.fitting(lines).size() < lines.size() && language.isPresent()) {
      parts.add(Parts.note("This file has no colours: with them, its page would be too large."));
      lines = lines(facts, content, Optional.empty());
    }
    List<Node> shown = PageSpace.fitting(lines);
    if (shown.size() < lines.size()) {
      String why =
          "These are the first %d of %d lines: a page has at most 2 MiB. "
              .formatted(shown.size(), lines.size());
      parts.add(getIt(links, facts, why));
    }
    boolean isEnd = shown.size() == lines.size();
    parts.add(pre(shown, isEnd && !content.endsWithNewline()));
    return parts;
  }

  private static Node pre(List<Node> lines, boolean lacksNewline) {
    List<Node> all = new ArrayList<>(lines);
    if (lacksNewline) {
      all.add(classed(Tag.SPAN, "note", text("No newline at the end of the file")));
    }
    return new Element(
        Tag.PRE,
        List.of(new Attribute(Name.CLASS, "file"), new Attribute(Name.TABINDEX, "0")),
        List.of(element(Tag.CODE, all)));
  }

  /** Says that the content is elsewhere; the pointer itself follows. */
  private static Node pointer(LfsPointer pointer) {
    return classed(
        Tag.P,
        "note",
        text("A pointer of Git LFS. The file itself has " + ByteSize.rough(pointer.size())),
        text(" and is not in this repository: "),
        Html.code(pointer.oid()));
  }

  static Optional<Language> language(TreePath path, TextContent content) {
    String first = content.lines().isEmpty() ? "" : content.lines().getFirst();
    return path.isRoot()
        ? Optional.empty()
        : Language.ofFile(path.names().getLast().text(), Html.cut(first, LINE_SHOWN));
  }

  private static Node actions(CodeLinks links, Facts facts) {
    List<Node> parts = new ArrayList<>();
    parts.add(text(size(facts)));
    parts.add(text(" · "));
    if (isSent(facts.content)) {
      parts.add(link(links.raw(facts.revision, facts.path), text("Raw")));
      parts.add(text(" · "));
    }
    if (facts.content instanceof Content.OfText) {
      parts.add(link(links.blame(facts.revision, facts.path), text("Blame")));
      parts.add(text(" · "));
    }
    parts.add(link(links.commits(facts.revision, facts.path), text("History")));
    if (facts.isProse()) {
      parts.add(text(" · "));
      parts.add(
          facts.isRendered()
              ? link(links.source(facts.revision, facts.path), text("Source"))
              : link(links.tree(facts.revision, facts.path), text("Rendered")));
    }
    parts.add(text(" · "));
    parts.add(link(links.tree(facts.commit.hex(), facts.path), text("Permalink")));
    return classed(Tag.P, "actions", parts);
  }

  private static boolean isSent(Content content) {
    return switch (content) {
      case Content.OfText _, Content.Binary _, Content.Picture _ -> true;
      case Content.TooLarge(var isSent) -> isSent;
      case Content.Submodule _, Content.SymlinkTo _ -> false;
    };
  }

  private static String size(Facts facts) {
    String size = ByteSize.rough(facts.entry.size()) + ", mode " + facts.entry.mode().octal();
    return facts.content instanceof Content.OfText(var content)
        ? Parts.count(content.lines().size(), "line", "lines")
            + ", "
            + size
            + content.encoding().map(name -> ", read as " + name).orElse("")
        : size;
  }

  private static List<Node> lines(Facts facts, TextContent content, Optional<Language> language) {
    List<String> cut = content.lines().stream().map(line -> Html.cut(line, LINE_SHOWN)).toList();
    List<Node> lines = new ArrayList<>();
    int number = 0;
    for (List<Token> line : facts.colours.of(language, cut)) {
      number++;
      int at = number;
      boolean isMarked =
          facts.marked.filter(range -> range.first() <= at && at <= range.last()).isPresent();
      List<Node> shown = new ArrayList<>(CodeNodes.of(line));
      shown.add(text("\n"));
      lines.add(
          Html.written(
              new Element(
                  Tag.SPAN,
                  List.of(
                      new Attribute(Name.CLASS, isMarked ? "line marked" : "line"),
                      new Attribute(Name.ID, "L" + number)),
                  shown)));
    }
    return lines;
  }
}
