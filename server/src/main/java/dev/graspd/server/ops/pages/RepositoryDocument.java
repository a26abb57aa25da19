package dev.graspd.server.ops.pages;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.policy.Quota;
import dev.graspd.server.gate.HeldEvent;
import dev.graspd.server.ops.pages.RepositoryFacts.Copy;
import dev.graspd.server.ops.pages.Situation.Hunt;
import dev.graspd.server.ops.pages.Situation.Look;
import dev.graspd.server.ops.pages.Situation.Place;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * A repository for programs ({@code /api/v1/repositories/…}). Times are calendar seconds; what is
 * not is null.
 */
final class RepositoryDocument {
  /** Entries of one list. */
  static final int ENTRIES_MAX = 100;

  static final int DETAIL_CHARS_MAX = 256;
  static final String NONE = "{\"error\":\"there is no such repository here\"}";

  private static final JsonFactory FACTORY = new JsonFactory();

  private final Situation situation;
  private final JsonGenerator out;
  private boolean truncated;

  private RepositoryDocument(Situation situation, JsonGenerator out) {
    this.situation = situation;
    this.out = out;
  }

  static String of(RepositoryFacts facts) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
      new RepositoryDocument(facts.situation(), out).write(facts);
    }
    return text.toString();
  }

  private void write(RepositoryFacts facts) {
    out.writeStartObject();
    out.writeStringProperty("npub", Bech32.npub(facts.address().owner()));
    out.writeStringProperty("identifier", facts.address().identifier().text());
    out.writeNumberProperty("at", situation.at().getEpochSecond());
    out.writeStringProperty("state", stateWord());
    out.writeBooleanProperty("archived", facts.archived().isPresent());
    writeText("archived_from", facts.archived().flatMap(Copy::pushTo));
    out.writeObjectPropertyStart("room");
    facts.room().forEach(this::writeRoom);
    out.writeEndObject();
    writeList("held", situation.waiting(), this::writeHeld);
    writeHunt(situation.hunt());
    writeList("clone_urls", situation.hunt().places(), this::writePlace);
    writeList("expired", situation.expired(), this::writeExpired);
    out.writeBooleanProperty("truncated", truncated);
    out.writeEndObject();
  }

  private void writeRoom(Quota.Level level) {
    String name =
        switch (level.account()) {
          case REPOSITORY -> "repository";
          case OWNER -> "owner";
        };
    out.writeObjectPropertyStart(name);
    out.writeNumberProperty("used", level.usedBytes());
    out.writeNumberProperty("limit", level.limitBytes());
    out.writeEndObject();
  }

  private String stateWord() {
    return switch (situation.standing()) {
      case SERVED -> "served";
      case WAITING -> "waiting";
      case LAPSED -> "expired";
    };
  }

  private <T> void writeList(String name, List<T> entries, Consumer<T> writer) {
    out.writeArrayPropertyStart(name);
    entries.stream()
        .limit(ENTRIES_MAX)
        .forEach(entry -> {
          out.writeStartObject();
          writer.accept(entry);
          out.writeEndObject();
        });
    out.writeEndArray();
    truncated |= entries.size() > ENTRIES_MAX;
  }

  private void writeHeld(HeldEvent event) {
    writeEvent(event);
    out.writeStringProperty("waits_for", Reasons.waitsFor(event));
    out.writeNumberProperty("expires", event.ends().getEpochSecond());
  }

  private void writeExpired(HeldEvent event) {
    writeEvent(event);
    out.writeStringProperty("reason", Reasons.expired(event, situation.isHunted()));
    out.writeNumberProperty("expired", event.ends().getEpochSecond());
  }

  private void writeEvent(HeldEvent event) {
    out.writeStringProperty("id", event.id().hex());
    out.writeNumberProperty("kind", event.kind());
    out.writeStringProperty("author", event.author().hex());
    out.writeArrayPropertyStart("missing");
    event.missing().ids().forEach(out::writeString);
    out.writeEndArray();
    out.writeNumberProperty("missing_count", event.missing().count());
    truncated |=
        !event.missing().complete() || event.missing().count() > event.missing().ids().size();
  }

  private void writeHunt(Hunt hunt) {
    out.writeObjectPropertyStart("hunt");
    out.writeBooleanProperty("enabled", hunt.enabled());
    out.writeNumberProperty("attempts", hunt.attempts());
    writeTime("next_attempt", hunt.nextAttempt());
    out.writeEndObject();
  }

  private void writePlace(Place place) {
    Optional<Look> look = place.look();
    out.writeStringProperty("url", place.url());
    out.writeBooleanProperty("announced", place.announced());
    out.writeStringProperty("state", place.state().word());
    out.writeBooleanProperty("running", place.running());
    writeTime("last_look", look.map(Look::at));
    writeText("outcome", look.map(Look::outcome));
    writeText("detail", look.map(Look::detail).filter(detail -> !detail.isEmpty()));
  }

  private void writeTime(String name, Optional<Instant> time) {
    if (time.isPresent()) {
      out.writeNumberProperty(name, time.get().getEpochSecond());
    } else {
      out.writeNullProperty(name);
    }
  }

  private void writeText(String name, Optional<String> text) {
    if (text.isPresent()) {
      out.writeStringProperty(name, Html.cut(text.get(), DETAIL_CHARS_MAX));
    } else {
      out.writeNullProperty(name);
    }
  }
}
