package dev.graspd.server.site.json;

import dev.graspd.core.tree.TreeName;
import dev.graspd.server.git.browse.CommitFacts;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The last commit of each entry of a directory, as JSON. */
public final class LastCommitsJson {
  private LastCommitsJson() {}

  /**
   * A part of the entries, by name.
   *
   * @param next the cursor of the next part
   */
  public record Facts(
      RevisionFacts at,
      SortedMap<TreeName, CommitFacts> commits,
      Optional<String> next,
      Optional<Truncated> truncated) {
    public Facts {
      commits = Collections.unmodifiableSortedMap(new TreeMap<>(commits));
    }
  }

  public static String of(Facts facts) {
    return JsonDocument.object(out -> {
      facts.at.write(out);
      out.writeArrayPropertyStart("items");
      facts.commits.forEach((name, commit) -> {
        out.writeStartObject();
        NameJson.write(out, "name", name.bytes());
        out.writeName("commit");
        CommitJson.write(out, commit);
        out.writeEndObject();
      });
      out.writeEndArray();
      JsonDocument.writeText(out, "next", facts.next);
      Truncated.write(out, facts.truncated);
    });
  }
}
