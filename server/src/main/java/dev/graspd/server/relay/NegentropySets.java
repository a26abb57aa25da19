package dev.graspd.server.relay;

import dev.graspd.core.negentropy.Item;
import dev.graspd.core.negentropy.ItemSet;
import dev.graspd.core.negentropy.SummarySet;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.store.ItemRun;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.StorageException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sets of events that clients compare with theirs (NIP-77), one for each filter, read from the
 * store once and then kept current from the log. So no session costs work in proportion to the
 * store. Times and limits are cut out of the set without them.
 *
 * <p>Owned by the fan-out's thread; building goes on with the readers. The least recently used sets
 * make room for new ones.
 */
final class NegentropySets implements FanOut.Companion {
  private static final Logger LOG = LoggerFactory.getLogger(NegentropySets.class);

  /** Chunks are between half full and full; each item is five words. */
  private static final int ITEM_BYTES = 64;

  private static final int SET_BYTES = 4096;
  private static final int VALUE_BYTES = 256;
  private static final int SLICE_WORK = 5_000;
  private static final int TOO_BIG_REMEMBERED = 1_000;

  /** What a request gets. */
  sealed interface Answer {
    record Ready(ItemSet items) implements Answer {}

    /** The set does not fit into the memory for sets. */
    record TooMany() implements Answer {}

    /** The store could not be read. */
    record Failed() implements Answer {}
  }

  private record Request(Filter filter, Consumer<Answer> sink) {}

  private final Relay relay;
  private final Budget memory;

  /** Sets that are ready or being built; the least recently used first. */
  private final Map<Filter, CachedSet> cached = new LinkedHashMap<>(16, 0.75f, true);

  /** Filters whose sets did not fit; the oldest are forgotten, and may try again. */
  private final Map<Filter, Boolean> tooBig =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Filter, Boolean> eldest) {
          return size() > TOO_BIG_REMEMBERED;
        }
      };

  /** Answered once the log is passed up to now, so that a client finds what it just published. */
  private List<Request> requests = new ArrayList<>();

  NegentropySets(Relay relay) {
    this.relay = relay;
    this.memory = new Budget(relay.limits().maxNegCacheBytes());
  }

  /** Builds the set of everything before somebody waits for it. */
  void prepare() {
    request(Filter.ALL, _ -> {});
  }

  /** Asks for a filter's set as it is now. The sink is called on the fan-out's thread. */
  void request(Filter filter, Consumer<Answer> sink) {
    relay.fanOut().tell(() -> requests.add(new Request(filter, sink)));
  }

  // ---- following the log

  @Override
  public void removed(LogRecord.Removed removed) {
    Item item = new Item(removed.createdAt(), removed.id());
    for (CachedSet set : cached.values()) {
      if (set.mayContain(removed)) {
        set.change(new Change(item, false));
      }
    }
  }

  @Override
  public void caughtUp() {
    List<Request> waiting = requests;
    requests = new ArrayList<>();
    waiting.forEach(this::answer);
    while (memory.isExceeded() && evictOne()) {
      LOG.debug("a negentropy set made room");
    }
  }

  @Override
  public void lostTrack() {
    List<CachedSet> all = List.copyOf(cached.values());
    all.forEach(this::drop);
    all.forEach(set -> requests.addAll(set.waiting));
  }

  private void answer(Request request) {
    Filter exact = request.filter().unlimited();
    Filter base = withoutTime(exact);
    CachedSet whole = cached.get(base);
    CachedSet own = base.equals(exact) ? whole : cached.get(exact);
    if (own != null && own.set != null) {
      request.sink().accept(new Answer.Ready(own.items(request.filter())));
    } else if (whole != null && whole.set != null) {
      request.sink().accept(new Answer.Ready(whole.items(request.filter())));
    } else {
      waitFor(tooBig.containsKey(base) ? exact : base, request);
    }
  }

  private void waitFor(Filter key, Request request) {
    if (tooBig.containsKey(key)) {
      request.sink().accept(new Answer.TooMany());
      return;
    }
    CachedSet set = cached.get(key);
    if (set == null) {
      set = new CachedSet(key);
      cached.put(key, set);
      memory.force(set.bytes);
      set.handle = relay.fanOut().follow(List.of(key), set);
      new Build(set).submit();
    }
    set.waiting.add(request);
  }

  private static Filter withoutTime(Filter filter) {
    return new Filter(
        filter.ids(),
        filter.authors(),
        filter.kinds(),
        filter.tags(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalInt.empty(),
        null);
  }

  private void drop(CachedSet set) {
    cached.remove(set.filter, set);
    set.dropped = true;
    memory.giveBack(set.bytes);
    set.bytes = 0;
    if (set.handle != null) {
      relay.fanOut().unfollow(set.handle);
    }
  }

  /** Drops the ready set that was not used for the longest time. */
  private boolean evictOne() {
    Iterator<CachedSet> oldestFirst = cached.values().iterator();
    while (oldestFirst.hasNext()) {
      CachedSet set = oldestFirst.next();
      if (set.set != null) {
        drop(set);
        return true;
      }
    }
    return false;
  }

  private record Change(Item item, boolean added) {}

  /** One filter's set. Owned by the fan-out's thread. */
  final class CachedSet implements FanOut.Follower {
    private final Filter filter;
    private final List<Request> waiting = new ArrayList<>();
    private @Nullable SummarySet set;

    /** What happened while the set was being read, to be repeated on it. */
    private List<Change> meanwhile = new ArrayList<>();

    private FilterIndex.@Nullable Handle<FanOut.Follower> handle;
    private long bytes;
    private boolean dropped;

    CachedSet(Filter filter) {
      this.filter = filter;
      this.bytes = SET_BYTES + (long) VALUE_BYTES * Subscription.values(filter);
    }

    @Override
    public void matched(Event event, long seq, FanOut.Post post) {
      if (seq != FanOut.NO_SEQ) {
        change(new Change(new Item(event.createdAt(), event.id()), true));
      }
    }

    private void change(Change change) {
      if (set == null) {
        meanwhile.add(change);
      } else {
        apply(set, change);
      }
    }

    private void apply(SummarySet target, Change change) {
      if (change.added()) {
        if (target.add(change.item())) {
          bytes += ITEM_BYTES;
          memory.force(ITEM_BYTES);
        }
      } else if (target.remove(change.item())) {
        bytes -= ITEM_BYTES;
        memory.giveBack(ITEM_BYTES);
      }
    }

    private ItemSet items(Filter asked) {
      return SlicedItems.of(set == null ? new SummarySet().snapshot() : set.snapshot(), asked);
    }

    private boolean mayContain(LogRecord.Removed removed) {
      return (filter.kinds() == null || filter.kinds().contains(removed.kind()))
          && (filter.authors() == null || filter.authors().contains(removed.author()))
          && (filter.ids() == null || filter.ids().contains(removed.id()));
    }

    private void ready(SummarySet built) {
      if (!dropped) {
        set = built;
        meanwhile.forEach(change -> apply(built, change));
        meanwhile = List.of();
        waiting.forEach(NegentropySets.this::answer);
        waiting.clear();
      }
    }

    /** Those who want only a part of its time try that part. */
    private void giveUp() {
      tooBig.put(filter, true);
      drop(this);
      waiting.forEach(NegentropySets.this::answer);
      waiting.clear();
    }

    private void fail(Answer answer) {
      if (!dropped) {
        drop(this);
        waiting.forEach(request -> request.sink().accept(answer));
        waiting.clear();
      }
    }
  }

  /** Reads a set in slices, one reader at a time; then the fan-out's thread owns it. */
  private final class Build {
    private final CachedSet target;
    private final SummarySet set = new SummarySet();
    private @Nullable ItemRun run;
    private long work;
    private long accounted;

    Build(CachedSet target) {
      this.target = target;
    }

    void submit() {
      relay.readers().submit(ReaderPool.levelOf(work), this::read);
    }

    private void read() {
      try {
        boolean done = slice();
        relay.fanOut().tell(() -> proceed(done));
      } catch (StorageException e) {
        LOG.debug("a negentropy set could not be read", e);
        relay.fanOut().tell(() -> target.fail(new Answer.Failed()));
      } catch (RuntimeException e) {
        LOG.error("a negentropy set could not be read", e);
        relay.fanOut().tell(() -> target.fail(new Answer.Failed()));
      }
    }

    private boolean slice() {
      ItemRun items = run;
      if (items == null) {
        items = relay.store().items(target.filter, relay.nowSeconds());
        run = items;
      }
      work += SLICE_WORK;
      return items.next(SLICE_WORK, (createdAt, id) -> set.add(new Item(createdAt, id)));
    }

    /** On the fan-out's thread: pays for what was read, and goes on. */
    private void proceed(boolean done) {
      if (target.dropped) {
        return;
      }
      long more = (long) set.size() * ITEM_BYTES - accounted;
      accounted += more;
      target.bytes += more;
      memory.force(more);
      while (memory.isExceeded() && evictOne()) {
        LOG.debug("a negentropy set made room");
      }
      if (memory.isExceeded()) {
        target.giveUp();
      } else if (done) {
        target.ready(set);
      } else {
        submit();
      }
    }
  }
}
