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
public record Revisions(List<Revision> all, List<Revision> proposed) {
  public Revisions {
    all = List.copyOf(all);
    proposed = List.copyOf(proposed);
  }

  static Revisions of(ThreadEvents events, Rights rights) {
    List<Revision> all = new ArrayList<>();
    List<Revision> proposed = new ArrayList<>();
    events.root().offer().ifPresent(offer -> all.add(new Revision(1, events.root().head(), offer)));
    for (Update update : events.all(Update.class)) {
      if (rights.mayEdit(update.head().author())) {
        all.add(new Revision(all.size() + 1, update.head(), update.offer()));
      } else {
        proposed.add(new Revision(0, update.head(), update.offer()));
      }
    }
    return new Revisions(all, proposed);
  }

  /** Returns the revision that the pull request is at. */
  public Optional<Revision> current() {
    return all.isEmpty() ? Optional.empty() : Optional.of(all.getLast());
  }

  /** Returns the branch that the newest revision which names one is for. */
  public Optional<RefName> target() {
    return all.reversed().stream()
        .map(Revision::offer)
        .map(Offer::target)
        .flatMap(Optional::stream)
        .findFirst();
  }
}
