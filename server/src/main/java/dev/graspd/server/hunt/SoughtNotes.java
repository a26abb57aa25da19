package dev.graspd.server.hunt;

import dev.graspd.core.hunt.HuntAction;
import dev.graspd.core.hunt.PassOutcome;
import dev.graspd.core.hunt.UrlTry;
import dev.graspd.core.machine.Now;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Oid;
import dev.graspd.server.diary.Diary;
import dev.graspd.server.diary.Entry;
import dev.graspd.server.diary.Step;
import dev.graspd.server.diary.Subject;
import dev.graspd.server.gate.Hunting;
import java.time.InstantSource;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;

/** Writes into the diary where the git data of held events was looked for. Thread-safe. */
final class SoughtNotes {
  private final Hunting hunting;
  private final Diary diary;
  private final InstantSource clock;

  SoughtNotes(Hunting hunting, Diary diary, InstantSource clock) {
    this.hunting = hunting;
    this.diary = diary;
    this.clock = clock;
  }

  /** Returns the notes of one pass: on the events that wait now, for what it brings ends that. */
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

    /** By now these are sought there. */
    void seeks(SortedSet<Oid> ids) {
      without.addAll(hunting.waitingFor(pass.family(), ids));
    }

    /** These have come and are checked; what waited for them may be served in a moment. */
    void brought(SortedSet<Oid> ids) {
      SortedSet<EventId> events = hunting.waitingFor(pass.family(), ids);
      note(events, "brought: objects: " + ids.size());
      without.removeAll(events);
    }

    /** The pass is over; that we called it off is no news. */
    void ended(PassOutcome outcome) {
      UrlTry result = UrlTry.of(outcome, new Now(0, clock.instant().getEpochSecond()));
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
      Entry entry =
          Entry.of(clock.instant().getEpochSecond(), Step.SOUGHT, pass.url().text(), text);
      events.forEach(id -> diary.note(new Subject.OfEvent(id), entry));
    }
  }
}
