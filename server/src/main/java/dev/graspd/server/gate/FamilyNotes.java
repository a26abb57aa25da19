package dev.graspd.server.gate;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.policy.Settlement;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.PullRequest;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.RepoState;
import dev.graspd.core.repo.TipsHere;
import dev.graspd.core.store.Placeholder;
import dev.graspd.server.diary.Diary;
import dev.graspd.server.diary.Entry;
import dev.graspd.server.diary.Step;
import dev.graspd.server.diary.Subject;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Writes into the diary what became of the events and refs of families. Called in their lanes, when
 * it is on disk.
 */
final class FamilyNotes {
  /** Most refs of one repository that one change writes about. */
  static final int REFS_MAX = 64;

  /** Most objects that are named in one entry. */
  private static final int OBJECTS_SHOWN_MAX = 3;

  private final Diary diary;
  private final UptimeClock clock;

  FamilyNotes(Diary diary, UptimeClock clock) {
    this.diary = diary;
    this.clock = clock;
  }

  /** Writes down that an event came and was taken; refusals are written down by the gate. */
  void arrived(Event event, Origin origin, Verdict verdict, String awaited) {
    if (verdict instanceof Verdict.Accepted) {
      note(event.id(), Step.ACCEPTED, source(origin), "");
    } else if (verdict instanceof Verdict.Held) {
      note(event.id(), Step.HELD, source(origin), awaited);
    }
  }

  /** Writes down that an event came and was not taken. */
  void outdated(Event event, Origin origin) {
    note(event.id(), Step.OUTDATED, source(origin), "a newer version is here");
  }

  /** Returns who brought an event, without the addresses of clients. */
  static String source(Origin origin) {
    return switch (origin) {
      case Origin.Client _ -> "a client";
      case Origin.Peer(var url) -> "relay " + url;
    };
  }

  /** Returns what an event would wait for. */
  static String awaited(Event event, TipsHere here) {
    Optional<PullRequest> request = PullRequest.of(event);
    if (request.isPresent()) {
      return "waits for commit " + request.get().tip();
    }
    return RepoState.of(event)
        .map(state -> "waits for " + shown(Settlement.missing(state, here)))
        .orElse("waits for the first git data of its repository");
  }

  private static String shown(SortedSet<Oid> missing) {
    String first =
        missing.stream().limit(OBJECTS_SHOWN_MAX).map(Oid::hex).collect(Collectors.joining(", "));
    int more = missing.size() - OBJECTS_SHOWN_MAX;
    if (missing.isEmpty()) {
      return "git data that fits it";
    }
    return "objects " + first + (more > 0 ? " and " + more + " more" : "");
  }

  /**
   * Writes down what followed from a change.
   *
   * @param waiting those whose wait began, or began again
   * @param replaced held ones that are no part of the family any more
   */
  void changed(FamilyChange change, Collection<EventId> waiting, List<EventId> replaced) {
    Optional<EventId> arrival = change.arrival().map(Event::id);
    String cause = change.cause();
    SortedSet<EventId> released = without(arrival, change.settlement().released());
    released.forEach(id -> note(id, Step.RELEASED, cause, "its git data is here; it is served"));
    change
        .settlement()
        .dropped()
        .forEach(id -> note(id, Step.REPLACED, cause, "a newer state is in force"));
    change.removed().forEach(id -> note(id, Step.DELETED, cause, ""));
    change.along().forEach(id -> note(id, Step.DELETED, cause, "it goes with its repository"));
    without(arrival, replaced).stream()
        .filter(id -> !change.removed().contains(id))
        .forEach(id -> note(id, Step.REPLACED, cause, "it waits no longer"));
    without(arrival, waiting)
        .forEach(
            id -> note(id, Step.RENEWED, cause, change.remarks().getOrDefault(id, "waits anew")));
    change
        .lapsed()
        .keySet()
        .forEach(id -> note(id, Step.LAPSED, "", "its git data did not come in time"));
    change.moved().forEach((owner, refs) -> moved(change, owner, refs));
    shelves(change);
  }

  private static SortedSet<EventId> without(Optional<EventId> one, Collection<EventId> ids) {
    SortedSet<EventId> others = new TreeSet<>(ids);
    one.ifPresent(others::remove);
    return others;
  }

  private void moved(FamilyChange change, PublicKey owner, Refs refs) {
    RepoAddress repository = new RepoAddress(owner, change.basis().identifier());
    SortedMap<RefName, Oid> before = change.basis().refs(owner).values();
    SortedSet<RefName> names = new TreeSet<>(before.keySet());
    names.addAll(refs.values().keySet());
    names.stream()
        .filter(name ->
            !Optional.ofNullable(before.get(name))
                .equals(Optional.ofNullable(refs.values().get(name))))
        .limit(REFS_MAX)
        .forEach(name -> {
          Oid value = refs.values().get(name);
          String text = value == null ? "it is gone" : "it is at " + value;
          note(new Subject.OfRef(repository, name.text()), Step.MOVED, change.cause(), text);
        });
  }

  private void shelves(FamilyChange change) {
    for (Placeholder one : change.unshelved()) {
      if (change.arrival().isPresent()) {
        noteRef(one, Step.RELEASED, change.cause(), "its event is here");
      } else if (change.shelved().isEmpty()) {
        noteRef(one, Step.LAPSED, "", "event " + one.event() + " did not come in time");
      }
    }
    for (Placeholder one : change.shelved()) {
      noteRef(one, Step.HELD, "a push", "waits for event " + one.event());
      String text = "its commit " + one.commit() + " was pushed; the event itself is not here";
      note(one.event(), Step.HELD, "a push", text);
    }
  }

  /** Below {@code /prs/} there is nothing to be told of a ref but what is told of its event. */
  private void noteRef(Placeholder one, Step step, String source, String text) {
    if (!one.space().isSubmissions()) {
      String ref = RefName.ofNostrEvent(one.event()).text();
      note(new Subject.OfRef(one.space().address(), ref), step, source, text);
    }
  }

  private void note(EventId id, Step step, String source, String text) {
    note(new Subject.OfEvent(id), step, source, text);
  }

  private void note(Subject subject, Step step, String source, String text) {
    diary.note(subject, Entry.of(clock.now().epochSeconds(), step, source, text));
  }
}
