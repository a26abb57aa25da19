package dev.graspd.server.family;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.policy.Settlement;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.PullRequest;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.RepoState;
import dev.graspd.core.repo.TipsHere;
import dev.graspd.core.store.Placeholder;
import dev.graspd.server.base.UptimeClock;
import dev.graspd.server.diary.Diary;
import dev.graspd.server.diary.DiaryEntry;
import dev.graspd.server.diary.Step;
import dev.graspd.server.diary.Subject;
import dev.graspd.server.gate.Origin;
import dev.graspd.server.gate.Verdict;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Writes changes of events and refs of families into the diary. Called in their lanes, after they
 * are on disk.
 */
public record FamilyDiary(Diary diary, UptimeClock clock) {
  /** Most refs of one repository in one change. */
  static final int REFS_MAX = 64;

  /** Most objects in one entry. */
  private static final int OBJECTS_SHOWN_MAX = 3;

  /** Records a new event that is served or held; the gate records refusals. */
  void arrived(Event event, Origin origin, Verdict verdict, String awaited) {
    if (verdict instanceof Verdict.Accepted) {
      note(event.id(), Step.ACCEPTED, origin.words(), "");
    } else if (verdict instanceof Verdict.Held) {
      note(event.id(), Step.HELD, origin.words(), awaited);
    }
  }

  /** Records an event that a newer version makes useless. */
  public void outdated(Event event, Origin origin) {
    note(event.id(), Step.OUTDATED, origin.words(), "a newer version is here");
  }

  /** Returns the git data that an event would wait for, in words. */
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
   * Records the effects of a change, without its new event: see {@link #arrived}.
   *
   * @param waiting events whose wait began, or began again
   */
  void changed(FamilyChange change, Set<EventId> waiting) {
    Set<EventId> others = new HashSet<>(waiting);
    Optional<EventId> arrival = change.arrival().map(Event::id);
    arrival.ifPresent(others::remove);
    String cause = change.cause();
    for (FamilyEffect effect : change.effects()) {
      switch (effect) {
        case FamilyEffect.Release(var id) when !arrival.equals(Optional.of(id)) ->
            note(id, Step.RELEASED, cause, "its git data is here; it is served");
        case FamilyEffect.Replace(var id) when !arrival.equals(Optional.of(id)) ->
            note(id, Step.REPLACED, cause, "it waits no longer");
        case FamilyEffect.Drop(var id) ->
            note(id, Step.REPLACED, cause, "a newer state is in force");
        case FamilyEffect.Remove(var id, _) -> note(id, Step.DELETED, cause, "");
        case FamilyEffect.EndRepository(_, var along) ->
            along.forEach(id -> note(id, Step.DELETED, cause, "it goes with its repository"));
        case FamilyEffect.Renew(var id, var remark) when others.contains(id) ->
            note(id, Step.RENEWED, cause, remark.isEmpty() ? "waits again" : remark);
        case FamilyEffect.RestoreRepository restored ->
            restored.waiting().stream()
                .map(Event::id)
                .filter(others::contains)
                .forEach(id -> note(id, Step.RENEWED, cause, "waits again"));
        case FamilyEffect.Lapse(var id, _) ->
            note(id, Step.LAPSED, "", "its git data did not come in time");
        case FamilyEffect.MoveRefs moved -> moved(moved, cause);
        case FamilyEffect.Unshelve(var push, var why) -> unshelved(push, why, cause);
        case FamilyEffect.Shelve(var push) -> shelved(push);
        case FamilyEffect.Arrive _,
            FamilyEffect.Release _,
            FamilyEffect.Replace _,
            FamilyEffect.Renew _,
            FamilyEffect.Withdraw _,
            FamilyEffect.Submit _,
            FamilyEffect.PutPacks _,
            FamilyEffect.Condemn _,
            FamilyEffect.RememberArrived _,
            FamilyEffect.ForgetArrived _ -> {}
      }
    }
  }

  private void moved(FamilyEffect.MoveRefs moved, String cause) {
    SortedMap<RefName, Oid> before = moved.before().values();
    SortedMap<RefName, Oid> after = moved.after().values();
    SortedSet<RefName> names = new TreeSet<>(before.keySet());
    names.addAll(after.keySet());
    names.stream()
        .filter(name -> !Objects.equals(before.get(name), after.get(name)))
        .limit(REFS_MAX)
        .forEach(name -> {
          Oid value = after.get(name);
          String text = value == null ? "it is gone" : "it is at " + value;
          note(new Subject.OfRef(moved.repository(), name.text()), Step.MOVED, cause, text);
        });
  }

  private void unshelved(Placeholder one, FamilyEffect.Unshelve.Why why, String cause) {
    switch (why) {
      case EVENT_CAME -> noteRef(one, Step.RELEASED, cause, "its event is here");
      case GIVEN_UP ->
          noteRef(one, Step.LAPSED, "", "event " + one.event() + " did not come in time");
      case PUSHED_AGAIN -> {}
    }
  }

  private void shelved(Placeholder one) {
    noteRef(one, Step.HELD, "a push", "waits for event " + one.event());
    String text = "its commit " + one.commit() + " was pushed; the event itself is not here";
    note(one.event(), Step.HELD, "a push", text);
  }

  /** Below {@code /prs/} the entries of the event are enough. */
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
    diary.note(subject, DiaryEntry.of(clock.now().epochSeconds(), step, source, text));
  }
}
