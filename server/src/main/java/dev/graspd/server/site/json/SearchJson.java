package dev.graspd.server.site.json;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.server.site.address.Addresses;
import dev.graspd.server.site.find.FindHit;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import tools.jackson.core.JsonGenerator;

/** The hits of a search in the whole service, as JSON (W-85, W-87). */
public final class SearchJson {
  private SearchJson() {}

  /**
   * A part of a list of hits.
   *
   * @param next the last hit, if there is another part
   * @param cut the limit that left something out
   * @param names what the authors call themselves
   * @param hasPages whether what is found has pages for people
   */
  public record Hits(
      List<FindHit> hits,
      Optional<EventId> next,
      Optional<Truncated> cut,
      SortedMap<PublicKey, String> names,
      boolean hasPages) {
    public Hits {
      hits = List.copyOf(hits);
    }
  }

  public static String of(Hits found) {
    return JsonDocument.object(out -> {
      out.writeArrayPropertyStart("items");
      found.hits.forEach(hit -> writeHit(out, hit, found));
      out.writeEndArray();
      JsonDocument.writeText(out, "next", found.next.map(EventId::hex));
      Truncated.write(out, found.cut);
    });
  }

  private static void writeHit(JsonGenerator out, FindHit hit, Hits found) {
    out.writeStartObject();
    out.writeStringProperty("id", hit.event().id().hex());
    out.writeStringProperty("type", type(hit.event().kind()));
    out.writeStringProperty("title", hit.title());
    out.writeStringProperty("snippet", hit.snippet());
    PersonJson.writePlace(out, "repository", hit.repository());
    TalkJson.writePerson(out, "author", hit.author(), found.names);
    out.writeNumberProperty("created_at", hit.event().createdAt());
    JsonDocument.writeText(
        out,
        "page",
        found.hasPages ? Optional.of("/" + Addresses.write(hit.page())) : Optional.empty());
    out.writeEndObject();
  }

  private static String type(int kind) {
    return switch (kind) {
      case Kinds.ANNOUNCEMENT -> "repository";
      case Kinds.ISSUE -> "issue";
      case Kinds.PULL_REQUEST -> "pull_request";
      case Kinds.PATCH -> "patch";
      case Kinds.METADATA -> "person";
      default -> "event";
    };
  }
}
