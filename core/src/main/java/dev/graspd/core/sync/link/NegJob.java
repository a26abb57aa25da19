package dev.graspd.core.sync.link;

import dev.graspd.core.negentropy.Initiator;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.sync.filter.HistoricFilter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** History by comparing sets (NIP-77; sync.md, section 6.1): we request only ids that we lack. */
final class NegJob extends Job {
  /** A relay that does not answer within this time does not support NIP-77. */
  static final Duration FIRST_ANSWER_MAX = Duration.ofSeconds(20);

  static final Duration ANSWER_MAX = Duration.ofSeconds(60);
  static final int ROUNDS_MAX = 200;

  /** The most ids of one comparison; the next comparison finds the rest. */
  static final int IDS_MAX = 500_000;

  /** There was no Nostr before this time: a set is first split from here on. */
  private static final long EARLIEST_SECONDS = 1_600_000_000L;

  private final long number;
  private final HistoricFilter asked;
  private Filter filter;
  private int found;
  private @Nullable Initiator initiator;
  private boolean answered;

  NegJob(Batch batch, long number, HistoricFilter asked) {
    super(batch, Optional.of(asked.group()));
    this.number = number;
    this.asked = asked;
    this.filter = asked.filter();
  }

  /** Returns what is to be compared. */
  HistoricFilter asked() {
    return asked;
  }

  /** Both sides build their set with this filter. */
  void compareBy(Filter onWire) {
    filter = onWire;
  }

  long number() {
    return number;
  }

  /** Returns the filter as it is sent. */
  Filter filter() {
    return filter;
  }

  @Override
  boolean asksFor(Event event) {
    return false;
  }

  void compare(Initiator own) {
    initiator = own;
  }

  @Nullable Initiator initiator() {
    return initiator;
  }

  void answered() {
    answered = true;
  }

  boolean isAnswered() {
    return answered;
  }

  /** Returns false when there are too many; another comparison finds the rest. */
  boolean found(int more) {
    found += more;
    return found < IDS_MAX;
  }

  /** Returns the filter's two halves by time, or the filter alone if it cannot be split. */
  List<HistoricFilter> halves(long nowSeconds) {
    long from = filter.since().orElse(Math.min(EARLIEST_SECONDS, nowSeconds - 1));
    long to = filter.until().orElse(nowSeconds);
    if (to <= from) {
      return List.of(asked);
    }
    long middle = from + (to - from) / 2;
    List<HistoricFilter> halves = new ArrayList<>();
    halves.add(asked.withTimes(OptionalLong.of(middle + 1), filter.until()));
    halves.add(asked.withTimes(filter.since(), OptionalLong.of(middle)));
    return halves;
  }
}
