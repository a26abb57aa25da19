package dev.graspd.server.site.page;

import static dev.graspd.server.site.html.Html.classed;
import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.link;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.core.policy.room.ByteSize;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.browse.BlameRange;
import dev.graspd.server.git.browse.CommitFacts;
import dev.graspd.server.git.browse.DiffLimits;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.html.Html.Attribute;
import dev.graspd.server.site.html.Html.Element;
import dev.graspd.server.site.html.Html.Name;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import dev.graspd.server.site.html.PageSpace;
import dev.graspd.server.site.text.TextContent;
import dev.graspd.server.site.text.highlight.CodeNodes;
import dev.graspd.server.site.text.highlight.Colours;
import dev.graspd.server.site.text.highlight.Language;
import dev.graspd.server.site.text.highlight.Token;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The page that tells which commit brought each line (W-36). */
public final class BlamePage {
  /**
   * What is shown.
   *
   * @param colours of the file
   * @param commits that brought lines
   */
  public record Facts(
      String revision,
      TreePath path,
      TextContent text,
      Colours colours,
      List<BlameRange> ranges,
      SortedMap<Oid, CommitFacts> commits) {
    public Facts {
      ranges = List.copyOf(ranges);
    }
  }

  /** Lines of one block; a longer one is several. */
  private static final int BLOCK_LINES = 200;

  private BlamePage() {}

  public static List<Node> of(CodeLinks links, Facts facts) {
    List<Node> parts = head(links, facts.revision, facts.path);
    if (facts.ranges.stream().anyMatch(range -> range.origin().isEmpty())) {
      parts.add(
          Parts.note(
              "Some lines were not traced within the limit; they have no commit here. Clone the"
                  + " repository and use git blame for them."));
    }
    List<String> cut =
        facts.text.lines().stream().map(line -> Html.cut(line, FilePage.LINE_SHOWN)).toList();
    List<Node> code = code(facts.colours, cut, FilePage.language(facts.path, facts.text));
    List<BlameRange> blocks = joined(facts.ranges).stream().flatMap(BlamePage::split).toList();
    List<Node> rows = rows(links, facts, blocks, code);
    if (rows.size() < blocks.size()) {
      parts.add(
          Parts.note(
              "The rest of this file is left out: a page has at most 2 MiB. Clone the repository"
                  + " and use git blame."));
    }
    parts.add(
        classed(
            Tag.DIV,
            "scroll",
            classed(
                Tag.TABLE,
                "blame",
                Parts.caption("Lines and the commits that brought them"),
                element(Tag.TBODY, rows))));
    return parts;
  }

  /** The page of a file that is not traced at all. */
  public static List<Node> tooLong(CodeLinks links, String revision, TreePath path) {
    List<Node> parts = head(links, revision, path);
    parts.add(
        Parts.note(
            "This file is too long to find the commit of each line here: the limits are "
                + DiffLimits.DEFAULT.fileLines()
                + " lines and "
                + ByteSize.exact(DiffLimits.DEFAULT.fileBytes())
                + ". Clone the repository and use git blame."));
    return parts;
  }

  private static List<Node> head(CodeLinks links, String revision, TreePath path) {
    List<Node> parts = new ArrayList<>();
    parts.add(Parts.crumbs(links, revision, path));
    parts.add(
        classed(
            Tag.P,
            "actions",
            link(links.source(revision, path), text("File")),
            text(" · "),
            link(links.raw(revision, path), text("Raw")),
            text(" · "),
            link(links.commits(revision, path), text("History"))));
    return parts;
  }

  /** The lines; without colours if they would take too much of the page. */
  private static List<Node> code(Colours colours, List<String> lines, Optional<Language> language) {
    List<Node> coloured = shown(colours.of(language, lines));
    return language.isPresent() && PageSpace.fitting(coloured).size() < coloured.size()
        ? shown(colours.of(Optional.empty(), lines))
        : coloured;
  }

  private static List<Node> shown(List<List<Token>> code) {
    List<Node> lines = new ArrayList<>();
    for (List<Token> line : code) {
      List<Node> nodes = new ArrayList<>(CodeNodes.of(line));
      nodes.add(text("\n"));
      lines.add(Html.written(element(Tag.SPAN, nodes)));
    }
    return lines;
  }

  /** Who brought lines: the same for many blocks. */
  private record By(Oid commit, Optional<BlameRange.Previous> previous) {}

  /** The blocks; the first ones alone if all would be too large for a page. */
  private static List<Node> rows(
      CodeLinks links, Facts facts, List<BlameRange> blocks, List<Node> code) {
    List<Node> rows = new ArrayList<>();
    Map<By, List<Node>> known = new HashMap<>();
    long left = PageSpace.BYTES_MAX;
    for (BlameRange block : blocks) {
      List<Node> by =
          block
              .origin()
              .map(origin -> new By(origin.commit(), origin.previous()))
              .map(one -> known.computeIfAbsent(one, _ -> by(links, facts, one)))
              .orElse(List.of(text("not traced within the limit")));
      Node row = Html.written(row(block, by, code));
      left -= PageSpace.bytes(row);
      if (left < 0) {
        return rows;
      }
      rows.add(row);
    }
    return rows;
  }

  /** Neighbours of one commit are one block. */
  private static List<BlameRange> joined(List<BlameRange> ranges) {
    List<BlameRange> blocks = new ArrayList<>();
    for (BlameRange range : ranges) {
      if (!blocks.isEmpty() && commit(blocks.getLast()).equals(commit(range))) {
        BlameRange last = blocks.removeLast();
        blocks.add(new BlameRange(last.first(), last.count() + range.count(), last.origin()));
      } else {
        blocks.add(range);
      }
    }
    return blocks;
  }

  /** A block that is too large for the page does not take all of it along. */
  private static Stream<BlameRange> split(BlameRange block) {
    int parts = (block.count() + BLOCK_LINES - 1) / BLOCK_LINES;
    return IntStream.range(0, parts)
        .map(part -> part * BLOCK_LINES)
        .mapToObj(skipped ->
            new BlameRange(
                block.first() + skipped,
                Math.min(BLOCK_LINES, block.count() - skipped),
                block.origin()));
  }

  private static Optional<Oid> commit(BlameRange range) {
    return range.origin().map(BlameRange.Origin::commit);
  }

  private static Node row(BlameRange range, List<Node> by, List<Node> code) {
    int last = Math.min(code.size(), range.first() - 1 + range.count());
    List<Node> lines = code.subList(range.first() - 1, last);
    return element(
        Tag.TR,
        classed(Tag.TD, range.origin().isEmpty() ? "by untraced" : "by", by),
        new Element(
            Tag.TD,
            List.of(new Attribute(Name.CLASS, "number"), new Attribute(Name.ARIA_HIDDEN, "true")),
            List.of(text(Integer.toString(range.first())))),
        element(
            Tag.TD,
            new Element(
                Tag.PRE,
                List.of(new Attribute(Name.ID, "L" + range.first())),
                List.of(element(Tag.CODE, lines)))));
  }

  private static List<Node> by(CodeLinks links, Facts facts, By origin) {
    List<Node> by = new ArrayList<>();
    CommitFacts known = facts.commits.get(origin.commit());
    if (known == null) {
      by.add(Parts.shortId(links, origin.commit()));
    } else {
      by.add(Parts.idAndSubject(links, known));
      by.add(text(" "));
      by.add(Parts.day(known.committer().seconds()));
    }
    origin
        .previous()
        .ifPresent(before -> {
          by.add(text(" · "));
          by.add(
              link(links.blame(before.commit().hex(), before.path()), text("before this change")));
        });
    return by;
  }
}
