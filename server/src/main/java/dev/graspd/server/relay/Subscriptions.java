package dev.graspd.server.relay;

import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.Reason;
import dev.graspd.core.nostr.Refusal;
import dev.graspd.core.nostr.RelayMessage;
import dev.graspd.core.nostr.SubscriptionId;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** One connection's open subscriptions. Owned by the connection's loop. */
final class Subscriptions {
  /** A connection whose filters are this small gets them even when all memory is taken. */
  static final int SMALL_VALUES_MAX = 200;

  private final Connection connection;
  private final Relay relay;
  private final Lane lane;
  private final Consumer<RelayMessage> answer;
  private final SortedMap<SubscriptionId, Subscription> open = new TreeMap<>();
  private int values;

  Subscriptions(Connection connection, Relay relay, Lane lane, Consumer<RelayMessage> answer) {
    this.connection = connection;
    this.relay = relay;
    this.lane = lane;
    this.answer = answer;
  }

  /** Opens a subscription; one of the same name ends. */
  void open(SubscriptionId id, List<Filter> filters) {
    close(id);
    Subscription subscription = new Subscription(id, clamped(filters), connection, relay.metrics());
    if (open.size() >= relay.limits().maxSubscriptions() || !takeMemory(subscription)) {
      refuse(subscription, Reason.TOO_MANY_SUBSCRIPTIONS.refusal());
      return;
    }
    open.put(id, subscription);
    if (subscription.isLiveOnly()) {
      // Its turn to read may come late, and it reads nothing: it counts from its arrival.
      relay.fanOut().subscribe(subscription, relay.store().lastSeq());
    }
    lane.add(new ReqJob(subscription, relay, this::refuse));
  }

  void close(SubscriptionId id) {
    Subscription subscription = open.remove(id);
    if (subscription != null) {
      end(subscription);
    }
  }

  void closeAll() {
    open.values().forEach(this::end);
    open.clear();
  }

  private void refuse(Subscription subscription, Refusal refusal) {
    if (open.remove(subscription.id(), subscription)) {
      end(subscription);
    }
    answer.accept(new RelayMessage.Closed(subscription.id().text(), refusal.message()));
  }

  private void end(Subscription subscription) {
    subscription.close();
    relay.fanOut().unsubscribe(subscription);
    int count = subscription.valueCount();
    values -= count;
    relay.filterValues().giveBack(count);
  }

  private boolean takeMemory(Subscription subscription) {
    int count = subscription.valueCount();
    if (values + count > relay.limits().maxOpenFilterValues()) {
      return false;
    }
    if (!relay.filterValues().take(count)) {
      if (values + count > SMALL_VALUES_MAX) {
        return false;
      }
      relay.filterValues().force(count);
    }
    values += count;
    return true;
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
