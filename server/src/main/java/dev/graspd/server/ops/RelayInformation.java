package dev.graspd.server.ops;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.policy.AdmissionRules;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.relay.RelayLimits;
import java.io.StringWriter;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The NIP-11 document, written from the very objects that enforce what it says.
 *
 * @param key the server's own key
 * @param presentation name, description, contact
 * @param rules what is asked of events
 * @param limits what a connection may ask for
 * @param maxMessageBytes largest WebSocket message
 */
public record RelayInformation(
    PublicKey key,
    Config.Presentation presentation,
    AdmissionRules rules,
    RelayLimits limits,
    int maxMessageBytes,
    Version version) {
  private static final int[] NIPS = {1, 9, 11, 13, 40, 42, 45, 62, 67, 70, 77};
  private static final String ACCEPTANCE =
      "No repositories are hosted here yet; as a relay this service accepts any valid event.";

  /** Returns the document. */
  public String json() {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
      out.writeStartObject();
      out.writeStringProperty("name", presentation.name());
      out.writeStringProperty("description", presentation.description());
      out.writeStringProperty("pubkey", key.hex());
      out.writeStringProperty("self", key.hex());
      presentation.contact().ifPresent(contact -> out.writeStringProperty("contact", contact));
      out.writeStringProperty("software", version.url());
      out.writeStringProperty("version", version.number());
      writeNips(out);
      out.writeArrayPropertyStart("supported_grasps");
      out.writeEndArray();
      out.writeStringProperty("repo_acceptance_criteria", ACCEPTANCE);
      writeLimitation(out);
      out.writeEndObject();
    }
    return text.toString();
  }

  private void writeNips(JsonGenerator out) {
    out.writeArrayPropertyStart("supported_nips");
    for (int nip : NIPS) {
      boolean aboutDeletion = nip == 9 || nip == 62;
      if (rules.obeyDeletions() || !aboutDeletion) {
        out.writeNumber(nip);
      }
    }
    out.writeEndArray();
  }

  private void writeLimitation(JsonGenerator out) {
    out.writeObjectPropertyStart("limitation");
    out.writeNumberProperty("max_message_length", maxMessageBytes);
    out.writeNumberProperty("max_subscriptions", limits.maxSubscriptions());
    out.writeNumberProperty("max_filters", limits.maxFilters());
    out.writeNumberProperty("max_limit", limits.maxLimit());
    out.writeNumberProperty("default_limit", limits.defaultLimit());
    out.writeNumberProperty("max_subid_length", RelayLimits.SUBSCRIPTION_ID_CHARS_MAX);
    out.writeNumberProperty("max_event_tags", rules.maxEventTags());
    out.writeNumberProperty("max_content_length", rules.maxEventBytes());
    out.writeNumberProperty("min_pow_difficulty", rules.minPowDifficulty());
    out.writeBooleanProperty("auth_required", false);
    out.writeBooleanProperty("payment_required", false);
    out.writeBooleanProperty("restricted_writes", rules.readOnly());
    out.writeNumberProperty("created_at_upper_limit", rules.maxFutureSeconds());
    out.writeEndObject();
  }
}
