package dev.graspd.server.site.json;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Oid;
import java.util.Optional;

/** The difference of two revisions, as JSON. */
public final class CompareJson {
  private CompareJson() {}

  /**
   * Two revisions.
   *
   * @param base empty if they share no history: then the first itself is compared
   * @param pullRequest what offers the second, if it is not part of the repository (W-5)
   */
  public record Facts(
      Optional<Oid> base,
      Oid from,
      Oid to,
      Optional<EventId> pullRequest,
      LogJson.Facts commits,
      DiffJson.Facts diff) {}

  public static String of(Facts facts) {
    return JsonDocument.object(out -> {
      JsonDocument.writeText(out, "base", facts.base.map(Oid::hex));
      out.writeStringProperty("from", facts.from.hex());
      out.writeStringProperty("to", facts.to.hex());
      JsonDocument.writeText(out, "pull_request", facts.pullRequest.map(EventId::hex));
      LogJson.write(out, "commits", facts.commits);
      DiffJson.write(out, "diff", facts.diff);
    });
  }
}
