package dev.graspd.server.relay;

import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.message.RelayMessage;
import dev.graspd.core.nostr.message.SubscriptionId;
import dev.graspd.core.nostr.refusal.QueryReason;
import dev.graspd.core.nostr.refusal.Refusal;
import dev.graspd.server.base.OnEventLoop;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.relay.FilterMemory.Taken;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** One connection's open subscriptions. Owned by the connection's loop. */
@OnEventLoop
final class Subscriptions {
  private final Connection connection;
  private final Relay relay;
  private final ReadLane lane;
  private final Consumer<RelayMessage> answer;
  private final SortedMap<SubscriptionId, ReqJob> open = new TreeMap<>();

  Subscriptions(Connection connection, Relay relay, ReadLane lane, Consumer<RelayMessage> answer) {
    this.connection = connection;
    this.relay = relay;
    this.lane = lane;
    this.answer = answer;
  }

  /** Opens a subscription; one of the same name ends. */
  void open(SubscriptionId id, List<Filter> filters) {
    close(id);
    List<Filter> wanted = clamped(filters);
    if (open.size() >= relay.limits().maxSubscriptions()) {
      refuse(id, QueryReason.TOO_MANY_SUBSCRIPTIONS.refusal());
      return;
    }
    Payer payer = connection.client().payer();
    Optional<Taken> kept = relay.filters().take(payer, FilterMemory.ofFollowing(wanted));
    Optional<Taken> read = relay.filters().take(payer, FilterMemory.ofReading(wanted));
    if (kept.isPresent() && read.isPresent()) {
      begin(id, wanted, kept.get(), read.get());
    } else {
      kept.ifPresent(Taken::release);
      read.ifPresent(Taken::release);
      refuse(id, QueryReason.TOO_MUCH_OPEN.refusal(FilterMemory.REMEDY));
    }
  }

  private void begin(SubscriptionId id, List<Filter> wanted, Taken kept, Taken read) {
    Subscription subscription = new Subscription(id, wanted, connection, relay.metrics(), kept);
    ReqJob job = new ReqJob(subscription, relay, this::refuse, kept.share(), read);
    open.put(id, job);
    if (subscription.isLiveOnly()) {
      // Its turn to read may come late, and it reads nothing: it counts from its arrival.
      relay.fanOut().subscribe(subscription, relay.store().lastSeq());
    }
    lane.add(job);
  }

  void close(SubscriptionId id) {
    ReqJob job = open.remove(id);
    if (job != null) {
      end(job);
    }
  }

  void closeAll() {
    open.values().forEach(this::end);
    open.clear();
  }

  private void refuse(ReqJob job, Refusal refusal) {
    SubscriptionId id = job.subscription().id();
    if (open.remove(id, job)) {
      end(job);
    }
    refuse(id, refusal);
  }

  private void refuse(SubscriptionId id, Refusal refusal) {
    answer.accept(new RelayMessage.Closed(id.text(), refusal.message()));
  }

  /** A waiting job ends with its subscription: a client that repeats one id has one job. */
  private void end(ReqJob job) {
    job.subscription().close();
    relay.fanOut().unsubscribe(job.subscription());
    lane.remove(job);
  }

  /** Filters that match nothing are left out; one without limit gets the default. */
  private List<Filter> clamped(List<Filter> filters) {
    RelayLimits limits = relay.limits();
    return filters.stream()
        .filter(filter -> !filter.matchesNothing())
        .map(filter ->
            filter.withLimit(
                Math.min(limits.maxLimit(), filter.limit().orElse(limits.defaultLimit()))))
        .toList();
  }
}
