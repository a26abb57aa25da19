package dev.graspd.core.store.rules;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.PullRequest;
import dev.graspd.core.store.row.FamilyRows;
import dev.graspd.core.store.row.LogRows;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Raises the versions of the families that a work changes. One work after the other uses it. */
final class FamilyVersions {
  private final FamilyRows rows;
  private final LogRows log;
  private final SortedSet<Identifier> touched = new TreeSet<>();

  FamilyVersions(FamilyRows rows, LogRows log) {
    this.rows = rows;
    this.log = log;
  }

  /** Something of a family changes. */
  void touch(Identifier family) {
    touched.add(family);
  }

  /** An event comes or goes. */
  void touch(Event event) {
    Identifier.ofRepositoryEvent(event).ifPresent(this::touch);
  }

  /** An event goes. Refs may name a pull request, so the families that it is for change too. */
  void touchRemoved(Event event) {
    PullRequest.of(event).stream()
        .flatMap(request -> request.families().stream())
        .filter(family -> version(family) != 0)
        .forEach(this::touch);
  }

  long version(Identifier family) {
    return rows.version(family);
  }

  long raise(Identifier family) {
    touched.remove(family);
    long seq = log.nextSeq();
    rows.put(family, seq);
    return seq;
  }

  /** Ends a work: each family that it has changed since {@link #raise} gets a new version. */
  void raiseTouched() {
    List.copyOf(touched).forEach(this::raise);
  }
}
