package dev.graspd.core.talk.thread;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.talk.event.ReviewVerdict;
import dev.graspd.core.talk.event.TalkEvent;
import dev.graspd.core.talk.event.TalkEvent.Review;
import dev.graspd.core.talk.member.Rights;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The verdicts of reviewers: the newest verdict of each key, maintainers first, then the newest
 * (W-46). An author's verdict on the own work is none. Verdicts give no authority.
 */
public record Reviews(List<Review> verdicts) {
  public Reviews {
    verdicts = List.copyOf(verdicts);
  }

  static Reviews of(ThreadEvents events, Rights rights) {
    Map<PublicKey, Review> newest = new HashMap<>();
    for (Review review : events.all(Review.class)) {
      if (!review.head().author().equals(events.root().head().author())) {
        newest.put(review.head().author(), review);
      }
    }
    Comparator<Review> maintainersFirst =
        Comparator.comparing(review -> !rights.mayMerge(review.head().author()));
    return new Reviews(
        newest.values().stream()
            .sorted(maintainersFirst.thenComparing(TalkEvent.OLDEST_FIRST.reversed()))
            .toList());
  }

  /** Returns how many keys have each verdict. */
  public SortedMap<ReviewVerdict, Integer> counts() {
    SortedMap<ReviewVerdict, Integer> counts = new TreeMap<>();
    verdicts.forEach(review -> counts.merge(review.verdict(), 1, Integer::sum));
    return Collections.unmodifiableSortedMap(counts);
  }
}
