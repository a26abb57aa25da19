package dev.graspd.server.site.json;

import dev.graspd.core.repo.Oid;
import dev.graspd.server.git.browse.DiffLimits;
import dev.graspd.server.git.browse.DiffPage;
import dev.graspd.server.git.browse.FileChange;
import dev.graspd.server.git.browse.FileDiff;
import dev.graspd.server.git.browse.TreeEntry.Mode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** The difference of two trees, as JSON. For one document. */
public final class DiffJson {
  /** Lines of files beyond it are counted, not shown; about as many characters of JSON. */
  static final int LINES_CHARS_MAX = 1 << 20;

  /** What JSON adds to each line. */
  private static final int LINE_CHARS = 64;

  private final JsonGenerator out;
  private final Facts facts;
  private long charsLeft = LINES_CHARS_MAX;

  private DiffJson(JsonGenerator out, Facts facts) {
    this.out = out;
    this.facts = facts;
  }

  /**
   * A difference.
   *
   * @param limits and milliseconds within which it was made
   * @param hasHunks whether lines are shown
   */
  public record Facts(DiffPage page, DiffLimits limits, long millis, boolean hasHunks) {}

  static void write(JsonGenerator out, String field, Facts facts) {
    out.writeObjectPropertyStart(field);
    new DiffJson(out, facts).write();
    out.writeEndObject();
  }

  private void write() {
    DiffPage page = facts.page;
    writeStat(page);
    out.writeArrayPropertyStart("files");
    page.files().forEach(this::write);
    page.others().forEach(change -> writeFile(change, Optional.empty(), Optional.of(unread())));
    out.writeEndArray();
    Truncated.write(
        out,
        page.isCut()
            ? Optional.of(new Truncated("files", facts.limits.filesNamed()))
            : Optional.empty());
  }

  /** Why the lines of a file were not read. */
  private Truncated unread() {
    return facts.page.files().size() < facts.limits.filesShown()
        ? new Truncated("milliseconds", facts.millis)
        : new Truncated("files with lines", facts.limits.filesShown());
  }

  private void writeStat(DiffPage page) {
    long added = 0;
    long removed = 0;
    for (FileDiff file : page.files()) {
      if (file.body() instanceof FileDiff.Lines lines) {
        added += lines.added();
        removed += lines.removed();
      }
    }
    out.writeObjectPropertyStart("stat");
    out.writeNumberProperty("files", page.files().size() + page.others().size());
    out.writeNumberProperty("added", added);
    out.writeNumberProperty("removed", removed);
    out.writeEndObject();
  }

  private void write(FileDiff file) {
    Optional<Truncated> truncated =
        switch (file.body()) {
          case FileDiff.Lines lines -> truncated(lines);
          case FileDiff.Binary _ -> Optional.empty();
          case FileDiff.NotCompared _ ->
              Optional.of(new Truncated("bytes of a file", facts.limits.fileBytes()));
        };
    writeFile(file.change(), Optional.of(file.body()), truncated);
  }

  private Optional<Truncated> truncated(FileDiff.Lines lines) {
    if (!facts.hasHunks) {
      return Optional.empty();
    }
    if (chars(lines) > charsLeft) {
      return Optional.of(new Truncated("characters of all lines", LINES_CHARS_MAX));
    }
    return lines.isCut()
        ? Optional.of(new Truncated("lines of a file", facts.limits.linesShown()))
        : Optional.empty();
  }

  private static long chars(FileDiff.Lines lines) {
    return lines.hunks().stream()
        .flatMap(hunk -> hunk.lines().stream())
        .mapToLong(line -> LINE_CHARS + line.latin1().length())
        .sum();
  }

  private void writeFile(
      FileChange change, Optional<FileDiff.Body> body, Optional<Truncated> truncated) {
    Optional<FileDiff.Lines> lines =
        body.flatMap(
            one -> one instanceof FileDiff.Lines found ? Optional.of(found) : Optional.empty());
    out.writeStartObject();
    out.writeStringProperty("status", status(change));
    NameJson.write(out, "path", change.path().bytes());
    NameJson.write(out, "old_path", change.before().map(side -> side.path().bytes()));
    writeSide("", change.after());
    writeSide("old_", change.before());
    out.writeBooleanProperty("binary", body.filter(FileDiff.Binary.class::isInstance).isPresent());
    writeCount("added", lines.map(FileDiff.Lines::added));
    writeCount("removed", lines.map(FileDiff.Lines::removed));
    writeHunks(lines.filter(found -> facts.hasHunks && chars(found) <= charsLeft));
    Truncated.write(out, truncated);
    out.writeEndObject();
  }

  private static String status(FileChange change) {
    if (change.before().isEmpty()) {
      return "added";
    }
    if (change.after().isEmpty()) {
      return "removed";
    }
    if (change.isCopied()) {
      return "copied";
    }
    return change.isRename() ? "renamed" : "modified";
  }

  private void writeSide(String prefix, Optional<FileChange.Side> side) {
    JsonDocument.writeText(out, prefix + "mode", side.map(FileChange.Side::mode).map(Mode::octal));
    JsonDocument.writeText(out, prefix + "oid", side.map(FileChange.Side::oid).map(Oid::hex));
  }

  private void writeCount(String field, Optional<Integer> count) {
    if (count.isPresent()) {
      out.writeNumberProperty(field, count.get());
    } else {
      out.writeNullProperty(field);
    }
  }

  private void writeHunks(Optional<FileDiff.Lines> lines) {
    if (lines.isEmpty()) {
      out.writeNullProperty("hunks");
      return;
    }
    charsLeft -= chars(lines.get());
    List<FileDiff.Hunk> hunks = lines.get().hunks();
    out.writeArrayPropertyStart("hunks");
    hunks.forEach(this::write);
    out.writeEndArray();
  }

  private void write(FileDiff.Hunk hunk) {
    out.writeStartObject();
    out.writeNumberProperty("old_from", hunk.firstBefore());
    out.writeNumberProperty("old_lines", hunk.countBefore());
    out.writeNumberProperty("from", hunk.firstAfter());
    out.writeNumberProperty("lines", hunk.countAfter());
    out.writeArrayPropertyStart("content");
    hunk.lines().forEach(this::write);
    out.writeEndArray();
    out.writeEndObject();
  }

  private void write(FileDiff.Line line) {
    out.writeStartObject();
    out.writeStringProperty(
        "op",
        switch (line.kind()) {
          case KEPT -> " ";
          case REMOVED -> "-";
          case ADDED -> "+";
        });
    NameJson.write(out, "text", line.latin1().getBytes(StandardCharsets.ISO_8859_1));
    out.writeBooleanProperty("newline", !line.isUnended());
    out.writeEndObject();
  }
}
