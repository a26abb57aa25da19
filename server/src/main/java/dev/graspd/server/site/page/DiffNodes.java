package dev.graspd.server.site.page;

import static dev.graspd.server.site.html.Html.classed;
import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.foreign;
import static dev.graspd.server.site.html.Html.link;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.server.git.browse.DiffLimits;
import dev.graspd.server.git.browse.DiffPage;
import dev.graspd.server.git.browse.FileChange;
import dev.graspd.server.git.browse.FileDiff;
import dev.graspd.server.git.browse.FileDiff.Hunk;
import dev.graspd.server.git.browse.FileDiff.Line;
import dev.graspd.server.site.address.DiffOptions;
import dev.graspd.server.site.html.Html.Attribute;
import dev.graspd.server.site.html.Html.Element;
import dev.graspd.server.site.html.Html.Link;
import dev.graspd.server.site.html.Html.Name;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import dev.graspd.server.site.text.highlight.Language;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Differences as parts of a page (W-34). */
public final class DiffNodes {
  /** How much of a page the lines of all files may take, in characters ({@code PAGE_BYTES}). */
  private static final int PAGE_CHARS = 1 << 20;

  /** How much of a page has colours, in characters: they make it several times as long. */
  private static final int COLOURED_CHARS = 256 << 10;

  /** What the markup of a line takes about. */
  private static final int LINE_MARKUP_CHARS = 40;

  private DiffNodes() {}

  /** What is said about lines of a difference; each list is empty if there is nothing. */
  public interface LineNotes {
    /** Nothing is said. */
    LineNotes NONE =
        new LineNotes() {
          @Override
          public List<Node> ofFile(FileChange change) {
            return List.of();
          }

          @Override
          public List<Node> under(FileChange change, int before, int after) {
            return List.of();
          }
        };

    /** About a file, or lines of it that are not shown. */
    List<Node> ofFile(FileChange change);

    /**
     * About a line.
     *
     * @param before its number before; 0 if it is added
     * @param after its number after; 0 if it is removed
     */
    List<Node> under(FileChange change, int before, int after);
  }

  static List<Node> of(DiffPage page, DiffView view) {
    return of(page, view, LineNotes.NONE);
  }

  /** Shows a difference with the choices of its form. */
  public static List<Node> of(DiffPage page, DiffView view, LineNotes notes) {
    List<Node> parts = new ArrayList<>(DiffBar.of(view));
    parts.addAll(of(page, view, notes, ""));
    return parts;
  }

  /**
   * Shows a difference that is one of several on its page.
   *
   * @param prefix of the ids of its parts
   */
  public static List<Node> of(DiffPage page, DiffView view, LineNotes notes, String prefix) {
    List<Node> parts = new ArrayList<>();
    parts.add(element(Tag.P, text(summary(page))));
    if (page.files().isEmpty()) {
      return parts;
    }
    boolean isStat = view.options().view() == DiffOptions.View.STAT;
    parts.add(stat(page, isStat, prefix));
    if (page.isRenameLeftOut()) {
      parts.add(
          Parts.note(
              "Too many files were added or removed to search them for renames; the limit is %d."
                  .formatted(DiffLimits.DEFAULT.renames())));
    }
    if (!page.others().isEmpty()) {
      parts.add(
          Parts.note(
              "The last %d of these files are only named: there are too many to compare here. "
                      .formatted(page.others().size())
                  + "Clone the repository to see all lines."));
    }
    if (page.isCut()) {
      parts.add(
          Parts.note(
              "More files have changed than are named here. Clone the repository to see them."));
    }
    if (!isStat) {
      parts.addAll(files(page, view, notes, prefix));
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
    return files == 0
        ? "No file has changed."
        : Parts.count(files, "file", "files")
            + " changed, "
            + Parts.count(added, "line", "lines")
            + " added, "
            + removed
            + " removed";
  }

  // ---- all files

  private static Node stat(DiffPage page, boolean isStat, String prefix) {
    List<Node> rows = new ArrayList<>();
    int number = 0;
    for (FileDiff file : page.files()) {
      Node name = foreign(DiffTitles.path(file.change()));
      Node shown = isStat ? name : link(new Link("#" + prefix + anchor(number)), name);
      rows.add(row(shown, DiffTitles.kind(file.change()), counts(file.body())));
      number++;
    }
    for (FileChange change : page.others()) {
      rows.add(row(foreign(DiffTitles.path(change)), DiffTitles.kind(change), ""));
    }
    Node table =
        classed(
            Tag.DIV,
            "scroll",
            classed(Tag.TABLE, "stat", Parts.caption("Changed files"), element(Tag.TBODY, rows)));
    List<Attribute> open = isStat ? List.of(new Attribute(Name.OPEN, "open")) : List.of();
    return new Element(
        Tag.DETAILS, open, List.of(element(Tag.SUMMARY, text("Changed files")), table));
  }

  private static Node row(Node name, String kind, String counts) {
    return element(
        Tag.TR,
        element(Tag.TD, name),
        element(Tag.TD, text(kind)),
        classed(Tag.TD, "number", text(counts)));
  }

  private static String counts(FileDiff.Body body) {
    return switch (body) {
      case FileDiff.Lines lines -> "+%d −%d".formatted(lines.added(), lines.removed());
      case FileDiff.Binary _ -> "not text";
      case FileDiff.NotCompared _ -> "too large";
    };
  }

  private static String anchor(int number) {
    return "f" + (number + 1);
  }

  // ---- one file

  private static List<Node> files(DiffPage page, DiffView view, LineNotes notes, String prefix) {
    List<Node> parts = new ArrayList<>();
    int left = PAGE_CHARS;
    int coloured = COLOURED_CHARS;
    int number = 0;
    for (FileDiff file : page.files()) {
      int chars = chars(file.body());
      boolean fits = chars <= left;
      left -= fits ? chars : 0;
      boolean isColoured = chars <= coloured;
      coloured -= isColoured ? chars : 0;
      Optional<Language> language = isColoured ? language(file.change()) : Optional.empty();
      List<Node> content = new ArrayList<>();
      content.add(
          new Element(
              Tag.H2,
              List.of(new Attribute(Name.ID, prefix + anchor(number++))),
              List.of(foreign(DiffTitles.title(file.change())))));
      content.addAll(notes.ofFile(file.change()));
      content.addAll(
          fits ? body(file, language, view, notes) : List.of(tooLong(file.change(), view)));
      parts.add(classed(Tag.SECTION, "diff", content));
    }
    return parts;
  }

  /** By its name alone: the first line is seldom among those that differ. */
  private static Optional<Language> language(FileChange change) {
    return Language.ofFile(change.path().names().getLast().text(), "");
  }

  private static int chars(FileDiff.Body body) {
    int chars = 0;
    if (body instanceof FileDiff.Lines lines) {
      for (Hunk hunk : lines.hunks()) {
        for (Line line : hunk.lines()) {
          chars += LINE_MARKUP_CHARS + Math.min(line.latin1().length(), FilePage.LINE_SHOWN);
        }
      }
    }
    return chars;
  }

  private static Node tooLong(FileChange change, DiffView view) {
    return view.isLimited()
        ? Parts.note("Its lines are too long for a page. Clone the repository to see them.")
        : classed(
            Tag.P,
            "note",
            text("This page is full. "),
            link(view.only(change.path()), text("Show this file alone")));
  }

  private static List<Node> body(
      FileDiff file, Optional<Language> language, DiffView view, LineNotes notes) {
    return switch (file.body()) {
      case FileDiff.Lines lines ->
          lines(
              lines,
              language,
              view,
              line -> notes.under(file.change(), line.before(), line.after()));
      case FileDiff.Binary(var before, var after) ->
          List.of(Parts.note("Not text: %d bytes before, %d after.".formatted(before, after)));
      case FileDiff.NotCompared() ->
          List.of(
              Parts.note(
                  "This file is too large to compare here. Clone the repository to see it."));
    };
  }

  private static List<Node> lines(
      FileDiff.Lines lines,
      Optional<Language> language,
      DiffView view,
      Function<DiffLine, List<Node>> notes) {
    List<Node> parts = new ArrayList<>();
    if (DiffTitles.isLfs(lines)) {
      parts.add(
          Parts.note("Git LFS keeps this file elsewhere; here are the pointers, not the content."));
    }
    if (!lines.hunks().isEmpty()) {
      parts.addAll(
          view.options().view() == DiffOptions.View.SPLIT
              ? List.of(DiffTables.split(lines.hunks(), language, notes))
              : DiffTables.unified(lines.hunks(), language, notes));
    }
    if (lines.isCut()) {
      parts.add(
          Parts.note(
              "More lines of this file have changed than are shown. Clone the repository to see"
                  + " them."));
    }
    return parts;
  }
}
