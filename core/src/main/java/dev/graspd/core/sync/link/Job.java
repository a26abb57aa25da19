package dev.graspd.core.sync.link;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.message.SubscriptionId;
import dev.graspd.core.sync.filter.LayerGroup;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One request for stored events, with its follow-up requests. Owned by the connection's machine.
 */
abstract sealed class Job permits NegJob, PagedJob, FetchJob {
  /** The EOSE must arrive within this time, or the request has failed. */
  static final Duration EOSE_MAX = Duration.ofMinutes(2);

  /** The most events that one request may bring. */
  static final int EVENTS_PER_REQ_MAX = 10_000;

  private final Batch batch;
  private final Optional<LayerGroup> group;
  private int step;
  private @Nullable SubscriptionId subscription;
  private long deadlineNanos = Long.MAX_VALUE;
  private int received;

  /**
   * @param group the layers that are to blame for a refusal; empty for requests by id
   */
  Job(Batch batch, Optional<LayerGroup> group) {
    this.batch = batch;
    this.group = group;
  }

  Optional<LayerGroup> group() {
    return group;
  }

  /** Remembers at which step its layers were requested. */
  void askedIn(int newStep) {
    step = newStep;
  }

  int step() {
    return step;
  }

  Batch batch() {
    return batch;
  }

  @Nullable SubscriptionId subscription() {
    return subscription;
  }

  void opened(SubscriptionId id, long deadline) {
    subscription = id;
    deadlineNanos = deadline;
    received = 0;
  }

  void ended() {
    subscription = null;
    deadlineNanos = Long.MAX_VALUE;
  }

  void extend(long deadline) {
    deadlineNanos = deadline;
  }

  long deadlineNanos() {
    return deadlineNanos;
  }

  /** Counts an event, accepted or not. Returns false when there are too many. */
  boolean count() {
    return ++received <= EVENTS_PER_REQ_MAX;
  }

  /** Returns whether this request asked for the event. */
  abstract boolean asksFor(Event event);
}
