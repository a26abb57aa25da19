package dev.graspd.server.site.json;

import dev.graspd.server.git.browse.CommitFacts;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** Commits in a row, as JSON. */
public final class LogJson {
  private LogJson() {}

  /**
   * A part of a log.
   *
   * @param next the cursor of the next part
   */
  public record Facts(
      List<CommitFacts> commits, Optional<String> next, Optional<Truncated> truncated) {
    public Facts {
      commits = List.copyOf(commits);
    }
  }

  /** Returns a part of the log of a revision and a path. */
  public static String of(RevisionFacts at, Facts facts) {
    return JsonDocument.object(out -> {
      at.write(out);
      writeFields(out, facts);
    });
  }

  static void write(JsonGenerator out, String field, Facts facts) {
    out.writeObjectPropertyStart(field);
    writeFields(out, facts);
    out.writeEndObject();
  }

  private static void writeFields(JsonGenerator out, Facts facts) {
    out.writeArrayPropertyStart("items");
    facts.commits.forEach(commit -> CommitJson.write(out, commit));
    out.writeEndArray();
    JsonDocument.writeText(out, "next", facts.next);
    Truncated.write(out, facts.truncated);
  }
}
