package dev.graspd.server.site.json;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.tree.TreePath;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/**
 * Where a document of code was read.
 *
 * @param commit empty for a tag of a tree
 * @param pullRequest what offers the commit, if it is not part of the repository (W-5)
 */
public record RevisionFacts(Optional<Oid> commit, Optional<EventId> pullRequest, TreePath path) {
  void write(JsonGenerator out) {
    JsonDocument.writeText(out, "commit", commit.map(Oid::hex));
    JsonDocument.writeText(out, "pull_request", pullRequest.map(EventId::hex));
    NameJson.write(out, "path", path.bytes());
  }
}
