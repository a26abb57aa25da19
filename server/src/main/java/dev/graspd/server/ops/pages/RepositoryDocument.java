package dev.graspd.server.ops.pages;

import dev.graspd.core.hunt.copy.RefComparison;
import dev.graspd.core.hunt.copy.RefComparison.Difference;
import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.policy.room.Quota;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.server.catalogue.CatalogueEntry;
import dev.graspd.server.family.held.HeldEvent;
import dev.graspd.server.ops.pages.RepositoryFacts.Copy;
import dev.graspd.server.ops.pages.RepositoryFacts.Member;
import dev.graspd.server.ops.pages.Situation.Compared;
import dev.graspd.server.ops.pages.Situation.Hunt;
import dev.graspd.server.ops.pages.Situation.Remote;
import dev.graspd.server.ops.pages.Situation.Visit;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.json.JsonDocument;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/** A repository, as JSON ({@code /api/v1/repositories/…}). */
final class RepositoryDocument {
  /** The most entries of one list. */
  static final int ENTRIES_MAX = 100;

  static final int DETAIL_CHARS_MAX = 256;
  static final String NONE = "{\"error\":\"there is no such repository here\"}";

  private static final String HEADS = "refs/heads/";

  private final Situation situation;
  private final ServiceUrls urls;
  private final JsonGenerator out;
  private boolean truncated;

  private RepositoryDocument(Situation situation, ServiceUrls urls, JsonGenerator out) {
    this.situation = situation;
    this.urls = urls;
    this.out = out;
  }

  static String of(RepositoryFacts facts, ServiceUrls urls) {
    return JsonDocument.object(
        out -> new RepositoryDocument(facts.situation(), urls, out).write(facts));
  }

  private void write(RepositoryFacts facts) {
    out.writeStringProperty("npub", Bech32.npub(facts.address().owner()));
    out.writeStringProperty("identifier", facts.address().identifier().text());
    out.writeStringProperty("pubkey", facts.address().owner().hex());
    writeAnnounced(facts.entry());
    writeRefs(facts);
    writeList("roles", facts.members(), this::writeMember);
    out.writeNumberProperty("at", situation.at().getEpochSecond());
    out.writeStringProperty("state", stateWord());
    out.writeBooleanProperty("archived", facts.archived().isPresent());
    writeText("archived_from", facts.archived().flatMap(Copy::pushTo));
    out.writeObjectPropertyStart("room");
    facts.room().forEach(this::writeRoom);
    out.writeEndObject();
    writeList("held", situation.waiting(), this::writeHeld);
    writeHunt(situation.hunt());
    writeList("clone_urls", situation.hunt().remotes(), this::writeRemote);
    writeList("copies", situation.copies(), this::writeCopy);
    writeList("expired", situation.expired(), this::writeExpired);
    out.writeBooleanProperty("truncated", truncated);
  }

  /** What a served announcement says. */
  private void writeAnnounced(Optional<CatalogueEntry> entry) {
    JsonDocument.writeText(out, "id", entry.map(one -> one.announcement().hex()));
    JsonDocument.writeText(out, "name", entry.flatMap(CatalogueEntry::name));
    JsonDocument.writeText(out, "description", entry.flatMap(CatalogueEntry::description));
    writeTexts("topics", entry.map(CatalogueEntry::topics));
    writeTexts("web", entry.map(CatalogueEntry::web));
    writeTexts("relays", entry.map(CatalogueEntry::relays));
    JsonDocument.writeText(out, "euc", entry.flatMap(CatalogueEntry::euc));
    JsonDocument.writeTime(
        out, "announced", entry.stream().mapToLong(CatalogueEntry::announcedAt).findFirst());
    JsonDocument.writeTime(
        out, "updated", entry.stream().mapToLong(CatalogueEntry::updatedAt).findFirst());
  }

  private void writeTexts(String name, Optional<List<String>> texts) {
    out.writeArrayPropertyStart(name);
    texts.orElse(List.of()).forEach(out::writeString);
    out.writeEndArray();
  }

  private void writeRefs(RepositoryFacts facts) {
    Optional<RefName> head = facts.refs().head();
    Optional<Oid> value = head.flatMap(ref -> Optional.ofNullable(facts.refs().values().get(ref)));
    JsonDocument.writeText(
        out, "default_branch", head.map(ref -> ref.text().substring(HEADS.length())));
    if (head.isPresent() && value.isPresent()) {
      out.writeObjectPropertyStart("head");
      out.writeStringProperty("ref", head.get().text());
      out.writeStringProperty("oid", value.get().hex());
      out.writeEndObject();
    } else {
      out.writeNullProperty("head");
    }
    out.writeStringProperty("clone", urls.git(facts.address()));
  }

  private void writeMember(Member member) {
    out.writeStringProperty("pubkey", member.key().hex());
    out.writeStringProperty("npub", Bech32.npub(member.key()));
    out.writeStringProperty("role", member.position().word());
    JsonDocument.writeText(out, "id", member.announcement().map(EventId::hex));
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
    out.writeStringProperty("waits_for", WaitReasons.waitsFor(event));
    out.writeNumberProperty("expires", event.ends().getEpochSecond());
  }

  private void writeExpired(HeldEvent event) {
    writeEvent(event);
    out.writeStringProperty("reason", WaitReasons.expired(event, situation.isHunted()));
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
    JsonDocument.writeTime(out, "next_attempt", hunt.nextAttempt());
    out.writeEndObject();
  }

  private void writeRemote(Remote remote) {
    Optional<Visit> visit = remote.visit();
    out.writeStringProperty("url", remote.url());
    out.writeBooleanProperty("announced", remote.announced());
    out.writeStringProperty("state", remote.state().word());
    out.writeBooleanProperty("running", remote.running());
    JsonDocument.writeTime(out, "last_look", visit.map(Visit::at));
    writeText("outcome", visit.map(Visit::outcome));
    writeText("detail", visit.map(Visit::detail).filter(detail -> !detail.isEmpty()));
  }

  /** A value that is not known is null. */
  private void writeCopy(Remote copy) {
    Optional<RefComparison> refs = copy.compared().map(Compared::refs);
    out.writeStringProperty("url", copy.url());
    JsonDocument.writeTime(out, "looked_at", copy.lookedAt());
    writeCount("same", refs.map(RefComparison::same));
    writeDifferences(refs.map(RefComparison::differs));
    writeCount("differs_count", refs.map(RefComparison::differing));
    writeCount("lacks", refs.map(RefComparison::lacks));
    writeNames("lacking", refs.map(RefComparison::lacking));
    writeCount("extra", refs.map(RefComparison::extra));
    writeText("head", refs.flatMap(RefComparison::head).map(RefName::text));
    writeCurrent(copy.compared());
    writeText("error", copy.error());
    truncated |= refs.filter(RefComparison::isCut).isPresent();
  }

  private void writeCurrent(Optional<Compared> compared) {
    if (compared.isPresent()) {
      out.writeBooleanProperty("current", compared.get().current());
    } else {
      out.writeNullProperty("current");
    }
  }

  private void writeCount(String name, Optional<Integer> count) {
    if (count.isPresent()) {
      out.writeNumberProperty(name, count.get());
    } else {
      out.writeNullProperty(name);
    }
  }

  private void writeNames(String name, Optional<List<RefName>> refs) {
    if (refs.isPresent()) {
      out.writeArrayPropertyStart(name);
      refs.get().forEach(ref -> out.writeString(ref.text()));
      out.writeEndArray();
    } else {
      out.writeNullProperty(name);
    }
  }

  private void writeDifferences(Optional<List<Difference>> all) {
    if (all.isPresent()) {
      writeList("differs", all.get(), this::writeDifference);
    } else {
      out.writeNullProperty("differs");
    }
  }

  private void writeDifference(Difference one) {
    out.writeStringProperty("ref", one.ref().text());
    out.writeStringProperty("here", one.here().hex());
    out.writeStringProperty("there", one.there().hex());
  }

  private void writeText(String name, Optional<String> text) {
    JsonDocument.writeText(out, name, text.map(whole -> Html.cut(whole, DETAIL_CHARS_MAX)));
  }
}
