package dev.graspd.server.diary;

import dev.graspd.core.repo.RepoAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The newest entries, by subject; the oldest are dropped. Not thread-safe. */
final class Book {
  /** An entry and its place among all of the diary. */
  record Numbered(long number, DiaryEntry entry) {}

  private final int entriesMax;
  private final int perSubjectMax;
  private final long charactersMax;
  private final Map<Subject, List<Numbered>> bySubject = new HashMap<>();

  /** Only of refusals. */
  private final RefusedOf refused = new RefusedOf();

  /** The subjects of all entries, the oldest first. */
  private final Deque<Subject> order = new ArrayDeque<>();

  private long characters;

  Book(int entriesMax, int perSubjectMax, long charactersMax) {
    this.entriesMax = entriesMax;
    this.perSubjectMax = perSubjectMax;
    this.charactersMax = charactersMax;
  }

  void add(Subject subject, long number, DiaryEntry entry) {
    List<Numbered> entries = bySubject.computeIfAbsent(subject, _ -> new ArrayList<>(2));
    int same = indexOfSame(entries, entry);
    if (same >= 0) {
      DiaryEntry before = entries.remove(same).entry();
      entries.add(new Numbered(number, before.again(entry.lastSeconds())));
      return;
    }
    if (entries.size() == perSubjectMax) {
      // How it began is kept; the new entry takes the turn of the one that goes.
      characters -= size(subject, entries.remove(1).entry());
    } else {
      order.add(subject);
    }
    entries.add(new Numbered(number, entry));
    characters += size(subject, entry);
    while (order.size() > entriesMax || characters > charactersMax) {
      removeOldest();
    }
  }

  /**
   * Returns where the same was said last, if nothing else happened since; -1 if nowhere. Places are
   * looked at in turn, again and again: looking at another one is nothing else.
   */
  private static int indexOfSame(List<Numbered> entries, DiaryEntry entry) {
    for (int i = entries.size() - 1; i >= 0; i--) {
      DiaryEntry before = entries.get(i).entry();
      if (before.isSaying(entry)) {
        return i;
      }
      if (before.step() != Step.SOUGHT || entry.step() != Step.SOUGHT) {
        return -1;
      }
    }
    return -1;
  }

  private void removeOldest() {
    Subject subject = order.remove();
    List<Numbered> entries = bySubject.get(subject);
    if (entries == null) {
      throw new IllegalStateException("no entries of " + subject);
    }
    characters -= size(subject, entries.removeFirst().entry());
    if (entries.isEmpty()) {
      bySubject.remove(subject);
      refused.remove(subject);
    }
  }

  private static int size(Subject subject, DiaryEntry entry) {
    return subject.length() + entry.length();
  }

  /** Adds a refusal that may be about a repository. */
  void add(Subject subject, long number, DiaryEntry entry, Optional<RepoAddress> about) {
    about.ifPresent(repository -> refused.add(subject, repository));
    add(subject, number, entry);
  }

  /** Returns the newest subjects that were refused and are about a repository. */
  List<Subject> refusedOf(RepoAddress repository, int max) {
    return refused.newest(repository, max);
  }

  List<Numbered> of(Subject subject) {
    return List.copyOf(bySubject.getOrDefault(subject, List.of()));
  }

  int size() {
    return order.size();
  }
}
