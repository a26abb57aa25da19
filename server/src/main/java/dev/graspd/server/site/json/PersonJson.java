package dev.graspd.server.site.json;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.EventHead;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.talk.member.Profile;
import dev.graspd.server.catalogue.CatalogueEntry;
import dev.graspd.server.site.person.PersonFacts;
import dev.graspd.server.site.person.PersonFacts.Begun;
import dev.graspd.server.site.person.PersonFacts.Some;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.core.JsonGenerator;

/** A person, as JSON (W-85). Its words about itself are claims. */
public final class PersonJson {
  private PersonJson() {}

  public static String of(PersonFacts facts) {
    return JsonDocument.object(out -> {
      Profile profile = facts.profile();
      out.writeStringProperty("pubkey", facts.key().hex());
      out.writeStringProperty("npub", Bech32.npub(facts.key()));
      JsonDocument.writeText(out, "name", profile.name());
      JsonDocument.writeText(out, "about", profile.about());
      JsonDocument.writeText(out, "nip05", profile.nip05());
      writeEvent(out, "profile", facts.signed());
      out.writeArrayPropertyStart("repositories");
      facts.owned().entries().forEach(one -> writeRepository(out, one, "owner"));
      facts.maintained().entries().forEach(one -> writeRepository(out, one, "maintainer"));
      out.writeEndArray();
      out.writeArrayPropertyStart("threads");
      facts.threads().entries().forEach(one -> writeThread(out, one));
      out.writeEndArray();
      writeEvent(out, "grasp_list", facts.listed());
      out.writeArrayPropertyStart("grasp_servers");
      facts.servers().urls().forEach(out::writeString);
      out.writeEndArray();
      Truncated.write(out, truncated(facts));
    });
  }

  private static void writeEvent(JsonGenerator out, String name, Optional<EventHead> event) {
    JsonDocument.writeText(out, name, event.map(one -> one.id().hex()));
  }

  private static void writeRepository(JsonGenerator out, CatalogueEntry entry, String role) {
    out.writeStartObject();
    writeAddress(out, entry.address());
    JsonDocument.writeText(out, "name", entry.name());
    out.writeStringProperty("role", role);
    out.writeBooleanProperty("archived", entry.archived());
    out.writeEndObject();
  }

  private static void writeThread(JsonGenerator out, Begun thread) {
    out.writeStartObject();
    out.writeStringProperty("id", thread.id().hex());
    out.writeStringProperty("type", JsonDocument.word(thread.kind()));
    out.writeStringProperty("title", thread.title());
    out.writeNumberProperty("created_at", thread.createdAt());
    writePlace(out, "repository", thread.repository());
    out.writeEndObject();
  }

  /** Writes which repository is meant, or null. */
  static void writePlace(JsonGenerator out, String name, Optional<RepoAddress> repository) {
    if (repository.isEmpty()) {
      out.writeNullProperty(name);
      return;
    }
    out.writeObjectPropertyStart(name);
    writeAddress(out, repository.get());
    out.writeEndObject();
  }

  private static void writeAddress(JsonGenerator out, RepoAddress address) {
    out.writeStringProperty("npub", Bech32.npub(address.owner()));
    out.writeStringProperty("pubkey", address.owner().hex());
    out.writeStringProperty("identifier", address.identifier().text());
  }

  /** Names the first list that is not whole. */
  private static Optional<Truncated> truncated(PersonFacts facts) {
    return Stream.of(
            cut("repositories", facts.owned()),
            cut("maintained", facts.maintained()),
            cut("threads", facts.threads()))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<Truncated> cut(String what, Some<?> list) {
    return list.hasMore()
        ? Optional.of(new Truncated(what, list.entries().size()))
        : Optional.empty();
  }
}
