package dev.graspd.core.talk.thread;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.talk.event.RootKind;
import dev.graspd.core.talk.event.TalkEvent;
import dev.graspd.core.talk.event.TalkEvent.PatchPosition;
import dev.graspd.core.talk.event.TalkEvent.Root;
import dev.graspd.core.talk.member.Rights;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Puts the patches of a thread in order (W-47). Each patch follows the one that it names; several
 * that name the same one follow by the numbers in their subjects, then by time. A patch of another
 * author, or one that says so, begins a revision.
 */
final class SeriesOrder {
  private static final int DIGITS_MAX = 6;

  private static final Comparator<Root> IN_ORDER =
      Comparator.comparingInt(SeriesOrder::numberOf).thenComparing(TalkEvent.OLDEST_FIRST);

  private final Map<EventId, List<Root>> followers = new HashMap<>();
  private final List<List<Root>> revisions = new ArrayList<>();

  private SeriesOrder() {}

  /** A patch, and the revision that the one before it belongs to. */
  private record Step(Root patch, List<Root> revision) {}

  static List<PatchSeries> of(ThreadEvents events, Rights rights) {
    if (events.root().kind() != RootKind.PATCH) {
      return List.of();
    }
    SeriesOrder order = new SeriesOrder();
    for (Root part : events.all(Root.class)) {
      part.names()
          .forEach(id -> order.followers.computeIfAbsent(id, _ -> new ArrayList<>()).add(part));
    }
    order.walk(events.root());
    return order.series(rights);
  }

  private void walk(Root root) {
    Deque<Step> next = new ArrayDeque<>();
    next.push(new Step(root, List.of()));
    while (!next.isEmpty()) {
      Step step = next.pop();
      List<Root> revision = continues(step) ? step.revision() : begin();
      revision.add(step.patch());
      List<Root> after = new ArrayList<>(followers.getOrDefault(step.patch().id(), List.of()));
      followers.remove(step.patch().id());
      after.sort(IN_ORDER.reversed());
      after.forEach(patch -> next.push(new Step(patch, revision)));
    }
  }

  private static boolean continues(Step step) {
    return !step.revision().isEmpty()
        && !step.patch().patch().map(PatchPosition::beginsRevision).orElse(false)
        && step.patch().head().author().equals(step.revision().getFirst().head().author());
  }

  private List<Root> begin() {
    List<Root> revision = new ArrayList<>();
    revisions.add(revision);
    return revision;
  }

  /** The root's revision is the first, the others by their time. */
  private List<PatchSeries> series(Rights rights) {
    List<List<Root>> sorted = new ArrayList<>(revisions.subList(1, revisions.size()));
    sorted.sort(Comparator.comparing(List::getFirst, TalkEvent.OLDEST_FIRST));
    List<PatchSeries> series = new ArrayList<>();
    series.add(new PatchSeries(1, revisions.getFirst()));
    int number = 1;
    for (List<Root> revision : sorted) {
      boolean counts = rights.mayEdit(revision.getFirst().head().author());
      series.add(new PatchSeries(counts ? ++number : 0, revision));
    }
    return List.copyOf(series);
  }

  /**
   * The number of {@code [PATCH 2/5]} at the start of a subject, or the greatest if there is none.
   */
  private static int numberOf(Root patch) {
    String text = patch.content().substring(0, Math.min(patch.content().length(), 2_000));
    int start = text.indexOf("\nSubject: [");
    int end = start < 0 ? -1 : text.indexOf(']', start);
    int slash = end < 0 ? -1 : text.lastIndexOf('/', end);
    int digits = slash;
    while (digits > start && digits > 0 && isDigit(text.charAt(digits - 1))) {
      digits--;
    }
    boolean isNumber = slash > start && digits < slash && slash - digits <= DIGITS_MAX;
    return isNumber ? Integer.parseInt(text.substring(digits, slash)) : Integer.MAX_VALUE;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
