package dev.graspd.server.site.json;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.EventHead;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.talk.event.TalkEvent.Review;
import dev.graspd.core.talk.list.Cursor;
import dev.graspd.core.talk.list.Listing;
import dev.graspd.core.talk.list.ThreadRow;
import dev.graspd.core.talk.thread.PatchSeries;
import dev.graspd.core.talk.thread.PullRevision;
import dev.graspd.core.talk.thread.State;
import dev.graspd.core.talk.thread.TalkThread;
import dev.graspd.core.talk.thread.Timeline;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import tools.jackson.core.JsonGenerator;

/** Issues, pull requests and patches, as JSON (W-84, W-87). */
public final class TalkJson {
  private TalkJson() {}

  /**
   * A part of a list of threads.
   *
   * @param counts how many threads have each state, among those that match the rest of the query
   * @param isCut whether the repository has more threads than fit in memory
   */
  public record Threads(
      Listing.Page page,
      Map<State, Integer> counts,
      boolean isCut,
      SortedMap<PublicKey, String> names) {}

  /**
   * A thread.
   *
   * @param row its line in a list
   * @param isCut whether there is more of it than can be read
   */
  public record OneThread(
      ThreadRow row, TalkThread thread, boolean isCut, SortedMap<PublicKey, String> names) {}

  public static String of(Threads threads) {
    return JsonDocument.object(out -> {
      out.writeArrayPropertyStart("items");
      for (ThreadRow row : threads.page.rows()) {
        out.writeStartObject();
        writeRow(out, row, threads.names);
        out.writeEndObject();
      }
      out.writeEndArray();
      JsonDocument.writeText(out, "next", threads.page.next().map(Cursor::toString));
      out.writeObjectPropertyStart("counts");
      for (State state : State.values()) {
        out.writeNumberProperty(
            JsonDocument.word(state), threads.counts.getOrDefault(state, 0).intValue());
      }
      out.writeEndObject();
      writeCut(out, threads.isCut, "threads", threads.page.rows().size());
    });
  }

  public static String of(OneThread facts) {
    TalkThread thread = facts.thread;
    return JsonDocument.object(out -> {
      writeRow(out, facts.row, facts.names);
      out.writeStringProperty("content", thread.root().content());
      JsonDocument.writeText(out, "cover_note", thread.cover().map(note -> note.head().id().hex()));
      JsonDocument.writeText(out, "target", thread.revisions().target().map(RefName::text));
      out.writeArrayPropertyStart("revisions");
      thread.revisions().all().forEach(one -> writeRevision(out, one, facts.names));
      out.writeEndArray();
      out.writeArrayPropertyStart("proposed_revisions");
      thread.revisions().proposed().forEach(one -> writeRevision(out, one, facts.names));
      out.writeEndArray();
      out.writeArrayPropertyStart("series");
      thread.series().forEach(one -> writeSeries(out, one));
      out.writeEndArray();
      out.writeArrayPropertyStart("reviews");
      thread.reviews().verdicts().forEach(one -> writeReview(out, one, facts.names));
      out.writeEndArray();
      out.writeArrayPropertyStart("thread");
      thread.timeline().entries().forEach(entry -> out.writeString(entry.event().id().hex()));
      out.writeEndArray();
      writeCut(
          out,
          facts.isCut || thread.timeline().omitted() > 0,
          "thread",
          Math.min(thread.timeline().entries().size(), Timeline.ENTRIES_MAX));
    });
  }

  private static void writeRow(
      JsonGenerator out, ThreadRow row, SortedMap<PublicKey, String> names) {
    out.writeStringProperty("id", row.id().hex());
    out.writeStringProperty("type", JsonDocument.word(row.kind()));
    out.writeStringProperty("title", row.title());
    out.writeObjectPropertyStart("state");
    out.writeStringProperty("value", JsonDocument.word(row.state()));
    JsonDocument.writeText(out, "by", row.decidedBy().map(EventId::hex));
    out.writeBooleanProperty("signed", row.decidedBy().isPresent() || row.state() == State.OPEN);
    out.writeEndObject();
    out.writeArrayPropertyStart("labels");
    row.labels().forEach(out::writeString);
    out.writeEndArray();
    writePerson(out, "author", row.author(), names);
    out.writeNumberProperty("created_at", row.createdAt());
    out.writeNumberProperty("updated_at", row.updatedAt());
    out.writeNumberProperty("comments", row.comments());
  }

  static void writePerson(
      JsonGenerator out, String field, PublicKey key, SortedMap<PublicKey, String> names) {
    out.writeObjectPropertyStart(field);
    out.writeStringProperty("pubkey", key.hex());
    out.writeStringProperty("npub", Bech32.npub(key));
    JsonDocument.writeText(out, "name", Optional.ofNullable(names.get(key)));
    out.writeEndObject();
  }

  private static void writeHead(
      JsonGenerator out, EventHead event, SortedMap<PublicKey, String> names) {
    out.writeStringProperty("id", event.id().hex());
    writePerson(out, "author", event.author(), names);
    out.writeNumberProperty("created_at", event.createdAt());
  }

  private static void writeRevision(
      JsonGenerator out, PullRevision revision, SortedMap<PublicKey, String> names) {
    out.writeStartObject();
    writeHead(out, revision.event(), names);
    JsonDocument.writeText(out, "tip", revision.offer().request().commit().map(Oid::hex));
    JsonDocument.writeText(out, "merge_base", revision.offer().mergeBase().map(Oid::hex));
    out.writeEndObject();
  }

  private static void writeSeries(JsonGenerator out, PatchSeries series) {
    out.writeStartObject();
    out.writeBooleanProperty("proposed", series.isProposed());
    out.writeArrayPropertyStart("patches");
    series.parts().forEach(part -> out.writeString(part.id().hex()));
    out.writeEndArray();
    out.writeEndObject();
  }

  private static void writeReview(
      JsonGenerator out, Review review, SortedMap<PublicKey, String> names) {
    out.writeStartObject();
    writeHead(out, review.head(), names);
    out.writeStringProperty("verdict", review.verdict().word());
    out.writeEndObject();
  }

  private static void writeCut(JsonGenerator out, boolean isCut, String what, int limit) {
    Truncated.write(out, isCut ? Optional.of(new Truncated(what, limit)) : Optional.empty());
  }
}
