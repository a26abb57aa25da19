package dev.graspd.server.site.meta;

import dev.graspd.core.nostr.PublicKey;
import java.io.StringWriter;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** The names of this server for Nostr clients (NIP-05): it has one, for its own key. */
public final class NostrNames {
  private static final String OWN = "_";

  private NostrNames() {}

  /**
   * Writes {@code nostr.json}.
   *
   * @param relay the URL of this relay
   * @param wanted the name that is asked for; all names if it is empty
   */
  public static String json(PublicKey key, String relay, Optional<String> wanted) {
    boolean isKnown = wanted.isEmpty() || wanted.get().equals(OWN);
    StringWriter text = new StringWriter();
    try (JsonGenerator out = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
      out.writeStartObject();
      out.writeObjectPropertyStart("names");
      if (isKnown) {
        out.writeStringProperty(OWN, key.hex());
      }
      out.writeEndObject();
      out.writeObjectPropertyStart("relays");
      if (isKnown) {
        out.writeArrayPropertyStart(key.hex());
        out.writeString(relay);
        out.writeEndArray();
      }
      out.writeEndObject();
      out.writeEndObject();
    }
    return text.toString();
  }
}
