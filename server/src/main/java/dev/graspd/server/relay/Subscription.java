package dev.graspd.server.relay;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.HeapBytes;
import dev.graspd.core.nostr.message.RelayMessage;
import dev.graspd.core.nostr.message.SubscriptionId;
import dev.graspd.core.search.SearchFilter;
import dev.graspd.core.search.SearchedEvent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One REQ: first stored events, then live ones. Live events that come while stored ones are still
 * on their way wait here, and count as unsent bytes of the connection.
 */
final class Subscription implements FanOut.Follower {
  private final SubscriptionId id;
  private final List<Filter> filters;
  private final List<SearchFilter> wanted;
  private final Connection connection;
  private final RelayMetrics metrics;
  private final byte[] head;
  private final FilterMemory.Taken memory;

  /** Written on the loop, read everywhere: one that is closed is not registered any more. */
  private volatile boolean closed;

  // Owned by the connection's loop.
  private boolean live;
  private final List<EventBody> early = new ArrayList<>();
  private long earlyBytes;

  // Owned by the fan-out.
  private long afterSeq;
  FilterIndex.@Nullable Handle<FanOut.Follower> handle;

  /**
   * Opens a subscription.
   *
   * @param memory held until {@link #forgotten}
   */
  Subscription(
      SubscriptionId id,
      List<Filter> filters,
      Connection connection,
      RelayMetrics metrics,
      FilterMemory.Taken memory) {
    this.id = id;
    this.filters = List.copyOf(filters);
    this.wanted = filters.stream().map(SearchFilter::of).toList();
    this.connection = connection;
    this.metrics = metrics;
    this.head = RelayMessage.EventFor.head(id);
    this.memory = memory;
  }

  SubscriptionId id() {
    return id;
  }

  List<Filter> filters() {
    return filters;
  }

  /** Returns the filters with their search texts, parsed. */
  List<SearchFilter> wanted() {
    return wanted;
  }

  Connection connection() {
    return connection;
  }

  boolean isClosed() {
    return closed;
  }

  /** Returns whether no stored event is wanted. */
  boolean isLiveOnly() {
    return filters.stream().allMatch(filter -> filter.limit().orElse(1) == 0);
  }

  // ---- on the fan-out's thread

  void startAfter(long seq) {
    afterSeq = seq;
  }

  boolean wants(Event event) {
    SearchedEvent words = new SearchedEvent(event);
    return wanted.stream().anyMatch(filter -> filter.matches(words));
  }

  @Override
  public void matched(Event event, long seq, FanOut.Post post) {
    if (!closed && seq > afterSeq) {
      post.deliver(this, event);
    }
  }

  /** The fan-out has let go of it for good. */
  void forgotten() {
    memory.release();
  }

  // ---- on the connection's loop

  void close() {
    closed = true;
    connection.hold(-earlyBytes);
    early.clear();
    earlyBytes = 0;
  }

  void sendStored(List<EventBody> bodies) {
    send(bodies);
  }

  void goLive(boolean everythingSent) {
    live = true;
    connection.send(new RelayMessage.Eose(id, everythingSent));
    metrics.messagesSent("EOSE", 1);
    connection.hold(-earlyBytes);
    earlyBytes = 0;
    send(early);
    early.clear();
  }

  void deliver(EventBody body) {
    if (closed) {
      return;
    }
    if (live) {
      send(List.of(body));
      connection.flush();
    } else {
      early.add(body);
      long bytes = HeapBytes.OBJECT + HeapBytes.array(body.json().length);
      earlyBytes += bytes;
      connection.hold(bytes);
    }
  }

  private void send(List<EventBody> bodies) {
    if (!bodies.isEmpty()) {
      connection.sendEvents(head, bodies);
      metrics.messagesSent("EVENT", bodies.size());
    }
  }
}
