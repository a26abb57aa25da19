package dev.graspd.server.ops.pages;

import static dev.graspd.server.site.json.JsonDocument.object;
import static dev.graspd.server.site.json.JsonDocument.word;
import static dev.graspd.server.site.json.JsonDocument.writeTime;

import dev.graspd.core.hunt.UrlTry;
import dev.graspd.core.hunt.domain.CloneUrl;
import dev.graspd.server.diary.DiaryEntry;
import dev.graspd.server.diary.Subject;
import dev.graspd.server.ops.pages.WhyFacts.Hunt;
import tools.jackson.core.JsonGenerator;

/** The life of an event or a ref, as JSON ({@code /api/v1/why}). */
final class WhyDocument {
  /** The most clone URLs of one hunt. */
  static final int URLS_MAX = 100;

  private WhyDocument() {}

  static String of(WhyFacts facts) {
    return object(out -> {
      writeSubject(out, facts.subject());
      out.writeBooleanProperty("known", facts.isKnown());
      out.writeStringProperty("standing", word(facts.status().code()));
      out.writeStringProperty("text", facts.status().text());
      writeTime(out, "until", facts.status().until());
      out.writeNumberProperty("diary_since", facts.sinceSeconds());
      out.writeArrayPropertyStart("life");
      facts.life().forEach(entry -> writeEntry(out, entry));
      out.writeEndArray();
      if (facts.hunt().isPresent()) {
        writeHunt(out, facts.hunt().get());
      } else {
        out.writeNullProperty("hunt");
      }
    });
  }

  private static void writeSubject(JsonGenerator out, Subject subject) {
    switch (subject) {
      case Subject.OfEvent(var id) -> out.writeStringProperty("event", id.hex());
      case Subject.OfRef(var repository, var ref) -> {
        out.writeStringProperty("repository", repository.toString());
        out.writeStringProperty("ref", ref);
      }
    }
  }

  private static void writeEntry(JsonGenerator out, DiaryEntry entry) {
    out.writeStartObject();
    out.writeNumberProperty("at", entry.atSeconds());
    out.writeNumberProperty("last", entry.lastSeconds());
    out.writeNumberProperty("times", entry.times());
    out.writeStringProperty("step", entry.step().word());
    out.writeStringProperty("source", entry.source());
    out.writeStringProperty("text", entry.text());
    out.writeEndObject();
  }

  private static void writeHunt(JsonGenerator out, Hunt hunt) {
    out.writeObjectPropertyStart("hunt");
    out.writeBooleanProperty("waits", hunt.view().waits());
    out.writeNumberProperty("attempts", hunt.view().attempts());
    writeTime(out, "next_attempt", hunt.nextAttempt());
    out.writeArrayPropertyStart("running");
    hunt.view().running().keySet().stream()
        .limit(URLS_MAX)
        .forEach(url -> out.writeString(url.text()));
    out.writeEndArray();
    out.writeArrayPropertyStart("tries");
    hunt.view().tries().entrySet().stream()
        .limit(URLS_MAX)
        .forEach(one -> writeTry(out, one.getKey(), one.getValue()));
    out.writeEndArray();
    out.writeEndObject();
  }

  private static void writeTry(JsonGenerator out, CloneUrl url, UrlTry last) {
    out.writeStartObject();
    out.writeStringProperty("url", url.text());
    out.writeStringProperty("result", word(last.result()));
    out.writeStringProperty("why", last.why());
    out.writeNumberProperty("at", last.epochSeconds());
    out.writeEndObject();
  }
}
