package dev.graspd.server.site.page;

import static dev.graspd.server.site.html.Html.classed;
import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.foreign;
import static dev.graspd.server.site.html.Html.link;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.core.policy.room.ByteSize;
import dev.graspd.server.git.browse.search.CodeSearch;
import dev.graspd.server.git.browse.search.FileMatch;
import dev.graspd.server.git.browse.search.LogSearch;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.address.RepositoryView.In;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.html.Html.Link;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import dev.graspd.server.site.html.PageSpace;
import dev.graspd.server.site.text.TextContent;
import dev.graspd.server.site.text.VisibleText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/** The page of a search in one repository (W-33, W-63). */
public final class SearchPage {
  private static final int LINE_SHOWN = 300;

  /** What a search has found. */
  public sealed interface Found {
    /** Nothing was asked for. */
    record Nothing() implements Found {}

    record TooLong(int charsMax) implements Found {}

    record OfCommits(LogSearch search) implements Found {}

    record OfCode(CodeSearch.Result result) implements Found {}
  }

  /**
   * What is shown.
   *
   * @param revision the one that was searched
   */
  public record Facts(RepositoryView.Search asked, String revision, Found found) {}

  private SearchPage() {}

  public static List<Node> of(CodeLinks links, Facts facts) {
    List<Node> parts = new ArrayList<>();
    parts.add(form(links, facts));
    switch (facts.found) {
      case Found.Nothing() ->
          parts.add(
              Parts.note(
                  "The text is searched for as it stands. In messages and authors, upper and lower"
                      + " case are equal; in files they differ."));
      case Found.TooLong(var charsMax) ->
          parts.add(
              Parts.note("This text is too long: a search takes " + charsMax + " characters."));
      case Found.OfCommits(var search) -> parts.addAll(commits(links, search));
      case Found.OfCode(var result) -> parts.addAll(files(links, facts, result));
    }
    return parts;
  }

  private static Node form(CodeLinks links, Facts facts) {
    SequencedMap<String, String> places = new LinkedHashMap<>();
    for (In in : In.values()) {
      places.put(word(in), words(in));
    }
    return Forms.form(
        links.to(new RepositoryView.Search("", In.CODE, Optional.empty())),
        "Search",
        Forms.input("Search for", "q", facts.asked.text()),
        Forms.select("in", "in", places, word(facts.asked.in())),
        Forms.input("at", "rev", facts.revision));
  }

  private static String word(In in) {
    return in.name().toLowerCase(Locale.ROOT);
  }

  private static String words(In in) {
    return switch (in) {
      case CODE -> "files";
      case MESSAGE -> "messages of commits";
      case AUTHOR -> "authors of commits";
    };
  }

  private static List<Node> commits(CodeLinks links, LogSearch search) {
    List<Node> parts = new ArrayList<>();
    parts.add(
        element(
            Tag.P,
            text(
                "Found in %d of %d commits that were searched."
                    .formatted(search.matches().size(), search.searched()))));
    if (search.isCut()) {
      parts.add(
          classed(
              Tag.P,
              "note",
              text("The search has ended early"),
              search
                  .oldest()
                  .map(oldest ->
                      element(
                          Tag.SPAN,
                          text(", at "),
                          Parts.shortId(links, oldest.oid()),
                          text(" of "),
                          Parts.day(oldest.committer().seconds())))
                  .orElse(text("")),
              text(". Clone the repository and use git log --grep or --author for the rest.")));
    }
    if (!search.matches().isEmpty()) {
      parts.add(Parts.commits(links, search.matches(), Map.of()));
    }
    return parts;
  }

  private static List<Node> files(CodeLinks links, Facts facts, CodeSearch.Result result) {
    List<Node> parts = new ArrayList<>();
    parts.add(
        element(
            Tag.P,
            text(
                "Found in %d of %d files that were searched (%s). Too large, or not text: %d."
                    .formatted(
                        result.files().size(),
                        result.searched(),
                        ByteSize.rough(result.bytes()),
                        result.leftOut()))));
    result
        .stoppedAt()
        .ifPresent(path ->
            parts.add(
                classed(
                    Tag.P,
                    "note",
                    text("The search has ended early, before "),
                    foreign(path.toString()),
                    text(". Clone the repository and use git grep for the rest."))));
    List<Node> files = result.files().stream().map(file -> file(links, facts, file)).toList();
    List<Node> shown = PageSpace.fitting(files);
    parts.addAll(shown);
    if (shown.size() < files.size()) {
      parts.add(
          Parts.note(
              "%d files more are left out: a page has at most 2 MiB. Search for a longer text."
                  .formatted(files.size() - shown.size())));
    }
    return parts;
  }

  private static Node file(CodeLinks links, Facts facts, FileMatch file) {
    Link target = links.tree(facts.revision, file.path());
    List<Node> lines = new ArrayList<>();
    for (FileMatch.Line line : file.lines()) {
      List<Node> content = new ArrayList<>();
      content.add(link(new Link(target.target() + "#L" + line.number()), text("" + line.number())));
      content.add(text(" "));
      content.add(element(Tag.CODE, VisibleText.of(shown(line))));
      lines.add(element(Tag.LI, content));
    }
    if (file.hasMore()) {
      lines.add(element(Tag.LI, text("and more lines of this file")));
    }
    return classed(
        Tag.SECTION,
        "matches",
        element(Tag.H2, link(target, foreign(file.path().toString()))),
        element(Tag.UL, lines));
  }

  private static String shown(FileMatch.Line line) {
    byte[] bytes = line.latin1().getBytes(StandardCharsets.ISO_8859_1);
    return Html.cut(String.join("", TextContent.of(bytes).lines()).strip(), LINE_SHOWN);
  }
}
