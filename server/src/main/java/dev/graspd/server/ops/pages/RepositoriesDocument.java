package dev.graspd.server.ops.pages;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.server.catalogue.Catalogue;
import dev.graspd.server.catalogue.CatalogueEntry;
import dev.graspd.server.catalogue.ListPosition;
import dev.graspd.server.site.json.JsonDocument;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/**
 * The list of hosted repositories, as JSON ({@code /api/v1/repositories}, {@code graspd repo
 * --json}).
 */
public final class RepositoriesDocument {
  private final ServiceUrls urls;
  private final JsonGenerator out;

  private RepositoriesDocument(ServiceUrls urls, JsonGenerator out) {
    this.urls = urls;
    this.out = out;
  }

  static String of(Catalogue.Part part, ServiceUrls urls) {
    return JsonDocument.object(out -> new RepositoriesDocument(urls, out).write(part));
  }

  static String of(CatalogueEntry entry, ServiceUrls urls) {
    return JsonDocument.object(out -> new RepositoriesDocument(urls, out).write(entry));
  }

  private void write(Catalogue.Part part) {
    out.writeArrayPropertyStart("items");
    part.entries()
        .forEach(entry -> {
          out.writeStartObject();
          write(entry);
          out.writeEndObject();
        });
    out.writeEndArray();
    JsonDocument.writeText(out, "next", part.next().map(ListPosition::text));
    if (part.cut()) {
      out.writeObjectPropertyStart("truncated");
      out.writeStringProperty("what", "announcements looked at");
      out.writeNumberProperty("limit", Catalogue.SCANNED_MAX);
      out.writeEndObject();
    }
  }

  private void write(CatalogueEntry entry) {
    out.writeStringProperty("npub", Bech32.npub(entry.address().owner()));
    out.writeStringProperty("pubkey", entry.address().owner().hex());
    out.writeStringProperty("identifier", entry.address().identifier().text());
    out.writeStringProperty("id", entry.announcement().hex());
    JsonDocument.writeText(out, "name", entry.name());
    JsonDocument.writeText(out, "description", entry.description());
    writeList("topics", entry.topics());
    writeList("web", entry.web());
    writeList("relays", entry.relays());
    JsonDocument.writeText(out, "euc", entry.euc());
    writeHead(entry.head());
    out.writeNumberProperty("announced", entry.announcedAt());
    out.writeNumberProperty("updated", entry.updatedAt());
    out.writeBooleanProperty("archived", entry.archived());
    out.writeNumberProperty("bytes", entry.bytes());
    writeCounts(entry.counts());
    out.writeStringProperty("clone", urls.git(entry.address()));
    out.writeStringProperty("url", urls.api(entry.address()).target());
  }

  private void writeHead(Optional<CatalogueEntry.Head> head) {
    if (head.isEmpty()) {
      out.writeNullProperty("head");
      return;
    }
    out.writeObjectPropertyStart("head");
    out.writeStringProperty("ref", head.get().ref().text());
    out.writeStringProperty("oid", head.get().oid().hex());
    out.writeEndObject();
  }

  private void writeCounts(CatalogueEntry.Counts counts) {
    out.writeObjectPropertyStart("counts");
    out.writeNumberProperty("branches", counts.branches());
    out.writeNumberProperty("tags", counts.tags());
    out.writeNumberProperty("pull_requests", counts.pullRequests());
    out.writeEndObject();
  }

  private void writeList(String name, List<String> texts) {
    out.writeArrayPropertyStart(name);
    texts.forEach(out::writeString);
    out.writeEndArray();
  }
}
