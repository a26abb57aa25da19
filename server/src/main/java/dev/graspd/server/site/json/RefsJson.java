package dev.graspd.server.site.json;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.EventHead;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** The refs of a repository, as JSON. */
public final class RefsJson {
  private RefsJson() {}

  /**
   * A ref.
   *
   * @param peeled the object behind an annotated tag
   * @param state the newest served state that gives the ref this value
   */
  public record Ref(RefName name, Oid oid, Optional<Oid> peeled, Optional<EventHead> state) {}

  /**
   * A part of the refs, by name.
   *
   * @param next the cursor of the next part
   */
  public record Facts(Optional<RefName> head, List<Ref> refs, Optional<String> next) {
    public Facts {
      refs = List.copyOf(refs);
    }
  }

  public static String of(Facts facts) {
    return JsonDocument.object(out -> {
      JsonDocument.writeText(out, "head", facts.head.map(RefName::text));
      out.writeArrayPropertyStart("items");
      facts.refs.forEach(ref -> write(out, ref));
      out.writeEndArray();
      JsonDocument.writeText(out, "next", facts.next);
    });
  }

  private static void write(JsonGenerator out, Ref ref) {
    out.writeStartObject();
    out.writeStringProperty("name", ref.name.text());
    out.writeStringProperty("oid", ref.oid.hex());
    JsonDocument.writeText(out, "peeled", ref.peeled.map(Oid::hex));
    writeSigner(out, ref.state);
    JsonDocument.writeText(out, "pull_request", ref.name.nostrEvent().map(EventId::hex));
    out.writeEndObject();
  }

  private static void writeSigner(JsonGenerator out, Optional<EventHead> state) {
    if (state.isEmpty()) {
      out.writeNullProperty("signed_by");
      return;
    }
    out.writeObjectPropertyStart("signed_by");
    out.writeStringProperty("id", state.get().id().hex());
    out.writeStringProperty("pubkey", state.get().author().hex());
    out.writeStringProperty("npub", Bech32.npub(state.get().author()));
    out.writeNumberProperty("at", state.get().createdAt());
    out.writeEndObject();
  }
}
