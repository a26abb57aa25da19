package dev.graspd.server.ops.pages;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.server.catalogue.Catalogue;
import dev.graspd.server.catalogue.CatalogueEntry;
import dev.graspd.server.catalogue.Position;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The list of hosted repositories for programs ({@code /api/v1/repositories}, {@code graspd repo
 * --json}). Times are calendar seconds; what is not is null.
 */
public final class RepositoriesDocument {
  private static final JsonFactory FACTORY = new JsonFactory();

  private final Places places;
  private final JsonGenerator out;

  private RepositoriesDocument(Places places, JsonGenerator out) {
    this.places = places;
    this.out = out;
  }

  /** Returns a part of the list. */
  static String of(Catalogue.Part part, Places places) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
      new RepositoriesDocument(places, out).write(part);
    }
    return text.toString();
  }

  /** Returns one repository. */
  static String of(CatalogueEntry entry, Places places) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
      new RepositoriesDocument(places, out).write(entry);
    }
    return text.toString();
  }

  private void write(Catalogue.Part part) {
    out.writeStartObject();
    out.writeArrayPropertyStart("items");
    part.entries().forEach(this::write);
    out.writeEndArray();
    writeText("next", part.next().map(Position::text));
    if (part.cut()) {
      out.writeObjectPropertyStart("truncated");
      out.writeStringProperty("what", "announcements looked at");
      out.writeNumberProperty("limit", Catalogue.SCANNED_MAX);
      out.writeEndObject();
    }
    out.writeEndObject();
  }

  private void write(CatalogueEntry entry) {
    out.writeStartObject();
    out.writeStringProperty("npub", Bech32.npub(entry.address().owner()));
    out.writeStringProperty("pubkey", entry.address().owner().hex());
    out.writeStringProperty("identifier", entry.address().identifier().text());
    out.writeStringProperty("id", entry.announcement().hex());
    writeText("name", entry.name());
    writeText("description", entry.description());
    writeList("topics", entry.topics());
    writeList("web", entry.web());
    writeText("euc", entry.euc());
    writeHead(entry.head());
    out.writeNumberProperty("announced", entry.announcedAt());
    out.writeNumberProperty("updated", entry.updatedAt());
    out.writeBooleanProperty("archived", entry.archived());
    out.writeNumberProperty("bytes", entry.bytes());
    writeCounts(entry.counts());
    out.writeStringProperty("clone", places.git(entry.address()));
    out.writeStringProperty("url", places.api(entry.address()).target());
    out.writeEndObject();
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

  private void writeText(String name, Optional<String> text) {
    if (text.isPresent()) {
      out.writeStringProperty(name, text.get());
    } else {
      out.writeNullProperty(name);
    }
  }

  private void writeList(String name, List<String> texts) {
    out.writeArrayPropertyStart(name);
    texts.forEach(out::writeString);
    out.writeEndArray();
  }
}
