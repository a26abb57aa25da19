package dev.graspd.server.migrate;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.migrate.ImportPlan.Category;
import dev.graspd.server.migrate.ImportPlan.Item;
import dev.graspd.server.migrate.ImportPlan.Kept;
import dev.graspd.server.migrate.ngit.KeptNote;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The data that ngit-grasp keeps of ended repositories: events, and a note about each.
 *
 * @param others events without a note that says where they belong
 */
record KeptThere(List<Kept> repositories, long others) {
  KeptThere {
    repositories = List.copyOf(repositories);
  }

  /** Brings events and notes together. */
  static KeptThere of(List<Item> rows) throws IOException {
    Map<EventId, KeptNote> notes = new TreeMap<>();
    List<Item> events = new ArrayList<>();
    for (Item row : rows) {
      if (row.kind() == KeptNote.KIND) {
        KeptNote.of(row.place().event()).ifPresent(note -> notes.put(note.about(), note));
      } else {
        events.add(row);
      }
    }
    SortedMap<RepoAddress, Kept> repositories = new TreeMap<>();
    long others = 0;
    for (Item event : events) {
      KeptNote note = notes.get(event.id());
      if (note == null) {
        others++;
      } else {
        Kept one =
            new Kept(note.repository(), note.source(), note.since(), note.archive(), List.of());
        repositories.merge(
            note.repository(), one.with(List.of(event.as(Category.KEPT))), KeptThere::merged);
      }
    }
    return new KeptThere(List.copyOf(repositories.values()), others);
  }

  /** What ended first counts; any of the notes may name the archive. */
  private static Kept merged(Kept one, Kept other) {
    Kept first = one.since() <= other.since() ? one : other;
    Optional<String> archive = one.archive().or(other::archive);
    return new Kept(first.repository(), first.source(), first.since(), archive, one.events())
        .with(other.events());
  }
}
