package dev.graspd.server.site.page;

import static dev.graspd.server.site.html.Html.classed;
import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.foreign;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.browse.DiffPage;
import dev.graspd.server.git.browse.FileChange;
import dev.graspd.server.git.browse.FileDiff;
import dev.graspd.server.git.browse.FileDiff.Hunk;
import dev.graspd.server.git.browse.FileDiff.Line;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.html.Html.Attribute;
import dev.graspd.server.site.html.Html.Element;
import dev.graspd.server.site.html.Html.Name;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import dev.graspd.server.site.text.TextContent;
import dev.graspd.server.site.text.VisibleText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Differences as parts of a page (W-34). */
final class DiffNodes {
  private DiffNodes() {}

  static List<Node> of(DiffPage page) {
    List<Node> parts = new ArrayList<>();
    parts.add(element(Tag.P, text(summary(page))));
    page.files().forEach(file -> parts.add(file(file)));
    if (!page.others().isEmpty()) {
      parts.add(
          Parts.note("These files have changed too; there are too many to show all their lines."));
      parts.add(
          element(
              Tag.UL,
              page.others().stream()
                  .map(change -> element(Tag.LI, foreign(title(change))))
                  .toList()));
    }
    if (page.isCut()) {
      parts.add(Parts.note("More files have changed than are named here. Clone it to see them."));
    }
    return parts;
  }

  private static String summary(DiffPage page) {
    int added = 0;
    int removed = 0;
    for (FileDiff file : page.files()) {
      if (file.body() instanceof FileDiff.Lines lines) {
        added += lines.added();
        removed += lines.removed();
      }
    }
    int files = page.files().size() + page.others().size();
    return "%d %s changed, %d lines added, %d removed"
        .formatted(files, files == 1 ? "file" : "files", added, removed);
  }

  private static String title(FileChange change) {
    if (change.before().isEmpty()) {
      return change.path() + " (added)";
    }
    if (change.after().isEmpty()) {
      return change.path() + " (removed)";
    }
    TreePath before = change.before().get().path();
    if (change.isCopied()) {
      return before + " → " + change.path() + " (copied)";
    }
    String name = change.isRename() ? before + " → " + change.path() : change.path().toString();
    boolean hasMode = change.before().get().mode() != change.after().get().mode();
    return hasMode
        ? name
            + " (mode %s → %s)"
                .formatted(
                    change.before().get().mode().octal(), change.after().get().mode().octal())
        : name;
  }

  private static Node file(FileDiff file) {
    List<Node> parts = new ArrayList<>();
    parts.add(element(Tag.H2, foreign(title(file.change()))));
    switch (file.body()) {
      case FileDiff.Lines lines -> {
        if (!lines.hunks().isEmpty()) {
          parts.add(hunks(lines.hunks()));
        }
        if (lines.isCut()) {
          parts.add(Parts.note("More lines of this file have changed than are shown."));
        }
      }
      case FileDiff.Binary(var before, var after) ->
          parts.add(Parts.note("Not text: %d bytes before, %d after.".formatted(before, after)));
      case FileDiff.NotCompared() ->
          parts.add(Parts.note("This file is too large to compare here."));
    }
    return classed(Tag.SECTION, "diff", parts);
  }

  private static Node hunks(List<Hunk> hunks) {
    List<Node> lines = new ArrayList<>();
    for (Hunk hunk : hunks) {
      lines.add(
          classed(
              Tag.SPAN,
              "hunk",
              text(
                  "@@ -%d,%d +%d,%d @@\n"
                      .formatted(
                          hunk.firstBefore(),
                          hunk.countBefore(),
                          hunk.firstAfter(),
                          hunk.countAfter()))));
      hunk.lines().forEach(line -> lines.add(line(line)));
    }
    return new Element(
        Tag.PRE,
        List.of(new Attribute(Name.CLASS, "file"), new Attribute(Name.TABINDEX, "0")),
        List.of(element(Tag.CODE, lines)));
  }

  private static Node line(Line line) {
    byte[] bytes = line.latin1().getBytes(StandardCharsets.ISO_8859_1);
    String decoded = String.join("", TextContent.of(bytes).lines());
    List<Node> shown = new ArrayList<>();
    shown.add(text(sign(line.kind())));
    shown.addAll(VisibleText.of(Html.cut(decoded, FilePage.LINE_SHOWN)));
    shown.add(text(line.isUnended() ? "\n\\ No newline at the end of the file\n" : "\n"));
    return switch (line.kind()) {
      case KEPT -> element(Tag.SPAN, shown);
      case ADDED -> element(Tag.INS, shown);
      case REMOVED -> element(Tag.DEL, shown);
    };
  }

  private static String sign(Line.Kind kind) {
    return switch (kind) {
      case KEPT -> " ";
      case ADDED -> "+";
      case REMOVED -> "-";
    };
  }
}
