package dev.graspd.server.site.json;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Oid;
import dev.graspd.server.git.browse.CommitFacts;
import dev.graspd.server.git.browse.ObjectSignature;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.core.JsonGenerator;

/** A commit, as JSON. Its names of people are claims. */
public final class CommitJson {
  /** Longer names, addresses and messages are cut. */
  static final int TEXT_CHARS_MAX = 16_384;

  static final int PARENTS_MAX = 100;

  private CommitJson() {}

  /**
   * A commit with what it changes.
   *
   * @param pullRequest what offers it, if it is not part of the repository (W-5)
   */
  public record Facts(CommitFacts commit, Optional<EventId> pullRequest, DiffJson.Facts diff) {}

  public static String of(Facts facts) {
    return JsonDocument.object(out -> {
      writeFields(out, facts.commit, true);
      JsonDocument.writeText(out, "pull_request", facts.pullRequest.map(EventId::hex));
      DiffJson.write(out, "diff", facts.diff);
    });
  }

  /** Writes a commit of a list, without addresses of people. */
  static void write(JsonGenerator out, CommitFacts commit) {
    out.writeStartObject();
    writeFields(out, commit, false);
    out.writeEndObject();
  }

  private static void writeFields(JsonGenerator out, CommitFacts commit, boolean hasAddresses) {
    out.writeStringProperty("oid", commit.oid().hex());
    out.writeStringProperty("tree", commit.tree().hex());
    out.writeArrayPropertyStart("parents");
    commit.parents().stream().limit(PARENTS_MAX).map(Oid::hex).forEach(out::writeString);
    out.writeEndArray();
    writePerson(out, "author", commit.author(), hasAddresses);
    writePerson(out, "committer", commit.committer(), hasAddresses);
    out.writeStringProperty("subject", cut(commit.subject()));
    out.writeStringProperty("message", cut(commit.message()));
    JsonDocument.writeText(
        out,
        "signature",
        Optional.of(commit.signature())
            .filter(kind -> kind != ObjectSignature.NONE)
            .map(JsonDocument::word));
    Truncated.write(out, truncated(commit));
  }

  private static void writePerson(
      JsonGenerator out, String field, CommitFacts.Person person, boolean hasAddress) {
    out.writeObjectPropertyStart(field);
    out.writeStringProperty("name", cut(person.name()));
    JsonDocument.writeText(
        out, "email", hasAddress ? Optional.of(cut(person.email())) : Optional.empty());
    out.writeNumberProperty("at", person.seconds());
    out.writeNumberProperty("offset_minutes", person.offsetMinutes());
    out.writeEndObject();
  }

  private static String cut(String text) {
    if (text.length() <= TEXT_CHARS_MAX) {
      return text;
    }
    boolean isPair = Character.isHighSurrogate(text.charAt(TEXT_CHARS_MAX - 1));
    return text.substring(0, isPair ? TEXT_CHARS_MAX - 1 : TEXT_CHARS_MAX);
  }

  private static Optional<Truncated> truncated(CommitFacts commit) {
    boolean hasLongText =
        Stream.of(
                commit.message(),
                commit.author().name(),
                commit.author().email(),
                commit.committer().name(),
                commit.committer().email())
            .anyMatch(text -> text.length() > TEXT_CHARS_MAX);
    if (hasLongText) {
      return Optional.of(new Truncated("characters of a text", TEXT_CHARS_MAX));
    }
    return commit.parents().size() > PARENTS_MAX
        ? Optional.of(new Truncated("parents", PARENTS_MAX))
        : Optional.empty();
  }
}
