package dev.graspd.server.relay;

import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.message.RelayMessage;
import dev.graspd.core.nostr.message.SubscriptionId;
import dev.graspd.core.nostr.refusal.QueryReason;
import dev.graspd.core.nostr.refusal.Reason;
import dev.graspd.core.nostr.refusal.ServerReason;
import dev.graspd.core.store.query.CountRun;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A COUNT (NIP-45), read in slices and answered once. */
final class CountJob implements ReadLane.Job {
  private final SubscriptionId id;
  private final List<Filter> filters;
  private final Relay relay;
  private final Consumer<RelayMessage> answer;
  private final FilterMemory.Taken memory;
  private final long startedNanos;
  private @Nullable CountRun run;
  private boolean done;
  private boolean tooExpensive;
  private long counted;

  /** The answer is given exactly once, unless the connection ends before. */
  CountJob(
      SubscriptionId id,
      List<Filter> filters,
      Relay relay,
      Consumer<RelayMessage> answer,
      FilterMemory.Taken memory) {
    this.id = id;
    this.filters = List.copyOf(filters);
    this.relay = relay;
    this.answer = answer;
    this.memory = memory;
    this.startedNanos = relay.nanoTime();
  }

  @Override
  public long read() {
    CountRun count = run;
    if (count == null) {
      count = relay.store().count(filters, relay.nowSeconds());
      run = count;
    }
    long before = count.workDone();
    done = count.next(ReqJob.SLICE_WORK);
    counted = count.counted();
    tooExpensive = !done && count.workDone() > relay.limits().maxQueryWork();
    return count.workDone() - before;
  }

  @Override
  public boolean deliver() {
    if (tooExpensive) {
      answer.accept(
          new RelayMessage.Closed(id.text(), QueryReason.QUERY_TOO_EXPENSIVE.refusal().message()));
      return false;
    }
    if (done) {
      answer.accept(new RelayMessage.CountResult(id, counted));
      relay.metrics().queryFinished("COUNT", Duration.ofNanos(relay.nanoTime() - startedNanos));
    }
    return !done;
  }

  @Override
  public void failed(boolean closing) {
    Reason reason = closing ? ServerReason.SHUTTING_DOWN : ServerReason.INTERNAL;
    answer.accept(new RelayMessage.Closed(id.text(), reason.refusal().message()));
  }

  @Override
  public boolean isAbandoned() {
    return false;
  }

  @Override
  public void gone() {
    memory.release();
  }
}
