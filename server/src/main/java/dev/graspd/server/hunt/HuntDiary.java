package dev.graspd.server.hunt;

import dev.graspd.core.hunt.HuntAction;
import dev.graspd.core.hunt.PassOutcome;
import dev.graspd.core.hunt.UrlTry;
import dev.graspd.core.machine.Now;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Oid;
import dev.graspd.server.diary.Diary;
import dev.graspd.server.diary.DiaryEntry;
import dev.graspd.server.diary.Step;
import dev.graspd.server.diary.Subject;
import dev.graspd.server.family.hunt.Hunting;
import java.time.InstantSource;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;

/** Writes notes into the diary about the search for git data of held events. Thread-safe. */
record HuntDiary(Hunting hunting, Diary diary, InstantSource clock) {
  /**
   * Returns the notes of one pass, about the events that wait now: its objects may release them.
   */
  OfPass begin(HuntAction.Begin pass) {
    return new OfPass(pass, hunting.waitingFor(pass.family(), pass.wanted()));
  }

  /** The notes of one pass, for its thread. */
  final class OfPass {
    private final HuntAction.Begin pass;
    private final SortedSet<EventId> without;

    private OfPass(HuntAction.Begin pass, SortedSet<EventId> waiting) {
      this.pass = pass;
      this.without = new TreeSet<>(waiting);
    }

    /** The pass looks for these objects there. */
    void seeks(SortedSet<Oid> ids) {
      without.addAll(hunting.waitingFor(pass.family(), ids));
    }

    /** These objects were fetched and checked; events that waited for them may be served soon. */
    void brought(SortedSet<Oid> ids) {
      SortedSet<EventId> events = hunting.waitingFor(pass.family(), ids);
      note(events, "brought: objects: " + ids.size());
      without.removeAll(events);
    }

    /** The pass has ended; a cancelled pass is not worth a note. */
    void ended(PassOutcome outcome) {
      UrlTry result = UrlTry.of(outcome, false, new Now(0, clock.instant().getEpochSecond()));
      switch (result.result()) {
        case CANCELLED -> {}
        case BROUGHT -> note(without, "nothing: it has only what others wait for");
        case NOTHING, BEHIND, UNREACHABLE, HOPELESS, THROTTLED, CROWDED, MISBEHAVED, HINDERED -> {
          String word = result.result().name().toLowerCase(Locale.ROOT);
          note(without, result.why().isEmpty() ? word : word + ": " + result.why());
        }
      }
    }

    private void note(SortedSet<EventId> events, String text) {
      DiaryEntry entry =
          DiaryEntry.of(clock.instant().getEpochSecond(), Step.SOUGHT, pass.url().text(), text);
      events.forEach(id -> diary.note(new Subject.OfEvent(id), entry));
    }
  }
}
