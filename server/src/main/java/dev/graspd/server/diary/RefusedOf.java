package dev.graspd.server.diary;

import dev.graspd.core.repo.RepoAddress;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;

/** Which refused subjects are about a repository, the newest last. Not thread-safe. */
final class RefusedOf {
  private final Map<RepoAddress, SequencedSet<Subject>> subjects = new HashMap<>();
  private final Map<Subject, RepoAddress> repositories = new HashMap<>();

  /** Notes that a subject was refused, perhaps again: it is the newest of its repository now. */
  void add(Subject subject, RepoAddress repository) {
    remove(subject);
    repositories.put(subject, repository);
    subjects.computeIfAbsent(repository, _ -> new LinkedHashSet<>()).add(subject);
  }

  /** Forgets a subject without entries. */
  void remove(Subject subject) {
    RepoAddress repository = repositories.remove(subject);
    if (repository != null) {
      subjects.computeIfPresent(repository, (_, all) -> without(all, subject));
    }
  }

  private static @Nullable SequencedSet<Subject> without(
      SequencedSet<Subject> all, Subject subject) {
    all.remove(subject);
    return all.isEmpty() ? null : all;
  }

  /** Returns the newest subjects of a repository, the newest first. */
  List<Subject> newest(RepoAddress repository, int max) {
    SequencedSet<Subject> all = subjects.get(repository);
    return all == null ? List.of() : all.reversed().stream().limit(max).toList();
  }
}
