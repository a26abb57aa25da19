package dev.graspd.server.site.json;

import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.browse.BlameRange;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** The commit of each line of a file, as JSON. */
public final class BlameJson {
  private BlameJson() {}

  /** A file in ranges of lines, in order. */
  public record Facts(RevisionFacts at, List<BlameRange> ranges, Optional<Truncated> truncated) {
    public Facts {
      ranges = List.copyOf(ranges);
    }
  }

  public static String of(Facts facts) {
    return JsonDocument.object(out -> {
      facts.at.write(out);
      out.writeArrayPropertyStart("ranges");
      facts.ranges.forEach(range -> write(out, range));
      out.writeEndArray();
      Truncated.write(out, facts.truncated);
    });
  }

  private static void write(JsonGenerator out, BlameRange range) {
    out.writeStartObject();
    JsonDocument.writeText(out, "oid", range.origin().map(origin -> origin.commit().hex()));
    NameJson.write(out, "path", range.origin().map(BlameRange.Origin::path).map(TreePath::bytes));
    out.writeNumberProperty("from", range.first());
    out.writeNumberProperty("lines", range.count());
    if (range.origin().isPresent()) {
      out.writeNumberProperty("origin_from", range.origin().get().first());
    } else {
      out.writeNullProperty("origin_from");
    }
    out.writeEndObject();
  }
}
