package dev.graspd.server.site.json;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** A served event, as JSON (W-85): with its own JSON as it was signed. */
public final class EventAnswer {
  private EventAnswer() {}

  /**
   * Writes an event.
   *
   * @param page where people see it in its place, below the base path
   */
  public static String of(Event event, Optional<String> page) {
    return JsonDocument.object(out -> {
      out.writeStringProperty("id", event.id().hex());
      out.writeNumberProperty("kind", event.kind());
      out.writeStringProperty("pubkey", event.author().hex());
      out.writeStringProperty("npub", Bech32.npub(event.author()));
      out.writeNumberProperty("created_at", event.createdAt());
      JsonDocument.writeText(out, "page", page);
      out.writeName("event");
      out.writeRawValue(new String(event.json(), StandardCharsets.UTF_8));
    });
  }
}
