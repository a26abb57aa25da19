package dev.graspd.server.diary;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.repo.RepoAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The newest decisions of this run, by event and by ref, in memory. Refusals are kept apart, so
 * that a flood of them displaces nothing else. Thread-safe; writing takes a lock for a few steps
 * and never waits for anything else.
 */
public final class Diary {
  /** Most entries that are no refusals, and most that are. */
  public static final int ENTRIES_MAX = 20_000;

  /** Most characters of names and texts, of those that are no refusals and of those that are. */
  public static final long CHARACTERS_MAX = 8L << 20;

  /** Most entries of one subject: the first, and the newest. */
  public static final int ENTRIES_PER_SUBJECT_MAX = 64;

  private final long sinceSeconds;
  private final Book decisions;
  private final Book refusals;
  private long lastNumber;

  /** An empty diary that begins now. */
  public Diary(long nowSeconds) {
    this(nowSeconds, ENTRIES_MAX, CHARACTERS_MAX);
  }

  Diary(long nowSeconds, int entriesMax, long charactersMax) {
    sinceSeconds = nowSeconds;
    decisions = new Book(entriesMax, ENTRIES_PER_SUBJECT_MAX, charactersMax);
    refusals = new Book(entriesMax, ENTRIES_PER_SUBJECT_MAX, charactersMax);
  }

  /** Notes a decision on an event or a ref. */
  public synchronized void note(Subject subject, DiaryEntry entry) {
    if (entry.step() == Step.REFUSED) {
      refusals.add(subject, ++lastNumber, entry, subject.about());
    } else {
      decisions.add(subject, ++lastNumber, entry);
    }
  }

  /** Notes that an event was refused. */
  public synchronized void refused(Event event, DiaryEntry entry) {
    refusals.add(new Subject.OfEvent(event.id()), ++lastNumber, entry, Subject.about(event));
  }

  /**
   * The last refusal of something.
   *
   * @param entry when and why
   */
  public record Refused(Subject subject, DiaryEntry entry) {}

  /** Returns what was refused last and is about a repository, the newest first. */
  public synchronized List<Refused> refusedOf(RepoAddress repository, int max) {
    List<Refused> newest = new ArrayList<>();
    for (Subject subject : refusals.refusedOf(repository, max)) {
      List<Book.Numbered> entries = refusals.of(subject);
      if (!entries.isEmpty()) {
        newest.add(new Refused(subject, entries.getLast().entry()));
      }
    }
    return newest;
  }

  /** Returns the decisions on an event or a ref, in order. */
  public synchronized List<DiaryEntry> of(Subject subject) {
    return Stream.concat(decisions.of(subject).stream(), refusals.of(subject).stream())
        .sorted(Comparator.comparingLong(Book.Numbered::number))
        .map(Book.Numbered::entry)
        .toList();
  }

  /** Returns when the diary began: it knows nothing of earlier runs. */
  public long sinceSeconds() {
    return sinceSeconds;
  }

  synchronized int size() {
    return decisions.size() + refusals.size();
  }
}
