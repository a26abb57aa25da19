package dev.graspd.core.talk.thread;

import dev.graspd.core.repo.RefName;
import dev.graspd.core.talk.event.TalkEvent.Offer;
import dev.graspd.core.talk.event.TalkEvent.Update;
import dev.graspd.core.talk.member.Rights;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The revisions of a pull request, the oldest first (W-44).
 *
 * @param all those of its author and of maintainers; the last one has the tip
 * @param proposed updates of others
 */
public record PullRevisions(List<PullRevision> all, List<PullRevision> proposed) {
  public PullRevisions {
    all = List.copyOf(all);
    proposed = List.copyOf(proposed);
  }

  /** Reads the revisions of a pull request; none of another thread. */
  public static PullRevisions of(ThreadEvents events, Rights rights) {
    List<PullRevision> all = new ArrayList<>();
    List<PullRevision> proposed = new ArrayList<>();
    events
        .root()
        .offer()
        .ifPresent(offer -> all.add(new PullRevision(1, events.root().head(), offer)));
    for (Update update : events.all(Update.class)) {
      if (rights.mayEdit(update.head().author())) {
        all.add(new PullRevision(all.size() + 1, update.head(), update.offer()));
      } else {
        proposed.add(new PullRevision(0, update.head(), update.offer()));
      }
    }
    return new PullRevisions(all, proposed);
  }

  /** Returns the revision that the pull request is at. */
  public Optional<PullRevision> current() {
    return all.isEmpty() ? Optional.empty() : Optional.of(all.getLast());
  }

  /** Returns the branch that the newest revision which names one is for. */
  public Optional<RefName> target() {
    return all.reversed().stream()
        .map(PullRevision::offer)
        .map(Offer::target)
        .flatMap(Optional::stream)
        .findFirst();
  }
}
