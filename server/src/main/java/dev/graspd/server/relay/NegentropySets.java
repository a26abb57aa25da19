package dev.graspd.server.relay;

import dev.graspd.core.negentropy.Item;
import dev.graspd.core.negentropy.ItemSet;
import dev.graspd.core.negentropy.SummarySet;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.HeapBytes;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.StorageException;
import dev.graspd.core.store.query.ItemRun;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.charge.ByteBudget.Charge;
import dev.graspd.server.charge.Payer;
import java.util.ArrayList;
import java.util.HashMap;
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
 * <p>Owned by the fan-out's thread; building goes on with the readers. A set counts for the address
 * that asked for it first. When memory is short, the address that holds most gives up its least
 * recently used set, so that nobody can push out the sets of others by asking for many.
 */
final class NegentropySets implements FanOut.Companion {
  private static final Logger LOG = LoggerFactory.getLogger(NegentropySets.class);

  /** Chunks are between half full and full; each item is five words. */
  private static final int ITEM_BYTES = 64;

  private static final int SET_BYTES = 4096;
  private static final int SLICE_WORK = 5_000;

  /** The memory for filters whose sets did not fit. */
  static final long TOO_BIG_BYTES_MAX = 1 << 20;

  /** Even a small set costs time for each new event. */
  static final int SETS_OF_ONE_ADDRESS_MAX = 500;

  /** The reader of sets that no client asked for. */
  private static final Object BACKGROUND = "negentropy";

  sealed interface Answer {
    record Ready(ItemSet items) implements Answer {}

    /** The set does not fit into the memory for sets. */
    record TooMany() implements Answer {}

    /** The store could not be read. */
    record Failed() implements Answer {}
  }

  private record Request(Payer payer, Filter filter, Consumer<Answer> sink) {}

  private final Relay relay;
  private final ByteBudget memory;

  /** Sets that are ready or being built. */
  private final Map<Filter, CachedSet> cached = new HashMap<>();

  /** The same sets by the address that asked first; the least recently used first. */
  private final Map<Payer, Map<Filter, CachedSet>> byPayer = new HashMap<>();

  /** Filters whose sets did not fit; the oldest are forgotten, and may try again. */
  private final Map<Filter, Charge> tooBig = new LinkedHashMap<>();

  private long tooBigBytes;

  /** Answered once the log is passed up to now, so that a client finds its newest events. */
  private List<Request> requests = new ArrayList<>();

  NegentropySets(Relay relay) {
    this.relay = relay;
    this.memory = relay.budgets().bytes("negentropy", relay.limits().maxNegCacheBytes());
  }

  /** Builds the set of everything before somebody waits for it. */
  void prepare() {
    request(Payer.operator(), Filter.ALL, _ -> {});
  }

  /** Asks for a filter's set as it is now. The sink is called on the fan-out's thread. */
  void request(Payer payer, Filter filter, Consumer<Answer> sink) {
    relay.fanOut().tell(() -> requests.add(new Request(payer, filter, sink)));
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
    makeRoom();
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
      request.sink().accept(new Answer.Ready(own.used(request.filter())));
    } else if (whole != null && whole.set != null) {
      request.sink().accept(new Answer.Ready(whole.used(request.filter())));
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
      // The set of everything is of use to all.
      set = new CachedSet(key, key.equals(Filter.ALL) ? Payer.operator() : request.payer());
      cached.put(key, set);
      byPayer.computeIfAbsent(set.payer, _ -> new LinkedHashMap<>()).put(key, set);
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
    Map<Filter, CachedSet> own = byPayer.getOrDefault(set.payer, new HashMap<>());
    own.remove(set.filter, set);
    if (own.isEmpty()) {
      byPayer.remove(set.payer);
    }
    set.dropped = true;
    set.charge.close();
    if (set.handle != null) {
      relay.fanOut().unfollow(set.handle);
    }
  }

  /** Drops sets until the rest fits: of the address that holds most, the least recently used. */
  private void makeRoom() {
    while (memory.isExceeded() && giveUpOne(heaviest())) {
      LOG.debug("dropped a negentropy set to free memory");
    }
    for (Payer payer : List.copyOf(byPayer.keySet())) {
      keepFew(payer);
    }
  }

  private void keepFew(Payer payer) {
    while (!payer.isOperator()
        && byPayer.getOrDefault(payer, Map.of()).size() > SETS_OF_ONE_ADDRESS_MAX
        && giveUpOne(payer)) {
      LOG.debug("an address has too many negentropy sets");
    }
  }

  /** The operator's sets, which serve all, go only when nobody else has more than its share. */
  private Payer heaviest() {
    Payer heaviest = Payer.operator();
    long most = byPayer.containsKey(heaviest) ? memory.maxBytes() / ByteBudget.SHARE : 0;
    for (Payer payer : byPayer.keySet()) {
      if (!payer.isOperator() && memory.usedBy(payer) > most) {
        heaviest = payer;
        most = memory.usedBy(payer);
      }
    }
    return heaviest;
  }

  /** Drops a payer's oldest ready set, or gives up the one it builds; false if it has none. */
  private boolean giveUpOne(Payer payer) {
    CachedSet building = null;
    for (CachedSet set : byPayer.getOrDefault(payer, Map.of()).values()) {
      if (set.set != null) {
        drop(set);
        return true;
      }
      building = set;
    }
    if (building != null) {
      building.giveUp();
    }
    return building != null;
  }

  private void remember(CachedSet set) {
    long bytes = HeapBytes.ENTRY + HeapBytes.of(set.filter);
    if (bytes > TOO_BIG_BYTES_MAX || tooBig.containsKey(set.filter)) {
      return;
    }
    tooBig.put(set.filter, memory.force(set.payer, bytes));
    tooBigBytes += bytes;
    while (tooBigBytes > TOO_BIG_BYTES_MAX) {
      Map.Entry<Filter, Charge> oldest = tooBig.entrySet().iterator().next();
      tooBigBytes -= oldest.getValue().bytes();
      oldest.getValue().close();
      tooBig.remove(oldest.getKey());
    }
  }

  private record Change(Item item, boolean added) {}

  /** One filter's set. Owned by the fan-out's thread. */
  final class CachedSet implements FanOut.Follower {
    private final Filter filter;
    private final Payer payer;
    private final Charge charge;
    private final List<Request> waiting = new ArrayList<>();
    private @Nullable SummarySet set;

    /** Changes that came while the set was being read, to be applied to it afterwards. */
    private List<Change> meanwhile = new ArrayList<>();

    private FilterIndex.@Nullable Handle<FanOut.Follower> handle;
    private boolean dropped;

    CachedSet(Filter filter, Payer payer) {
      this.filter = filter;
      this.payer = payer;
      this.charge = memory.force(payer, SET_BYTES + FilterMemory.ofFollowing(List.of(filter)));
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
          charge.force(ITEM_BYTES);
        }
      } else if (target.remove(change.item())) {
        charge.shrink(ITEM_BYTES);
      }
    }

    /** Returns the requested part; this set is now the most recently used. */
    private ItemSet used(Filter asked) {
      Map<Filter, CachedSet> own = byPayer.get(payer);
      if (own != null) {
        own.remove(filter);
        own.put(filter, this);
      }
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

    /** Requests for a part of its time try that part. */
    private void giveUp() {
      drop(this);
      remember(this);
      List<Request> asked = List.copyOf(waiting);
      waiting.clear();
      for (Request request : asked) {
        Filter exact = request.filter().unlimited();
        if (exact.equals(filter)) {
          request.sink().accept(new Answer.TooMany());
        } else {
          waitFor(exact, request);
        }
      }
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
      Object reader = target.payer.isOperator() ? BACKGROUND : target.payer;
      relay.readers().submit(reader, ReaderPool.levelOf(work), this::read);
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

    /** On the fan-out's thread: charges the items that were read, and continues. */
    private void proceed(boolean done) {
      if (target.dropped) {
        return;
      }
      long more = (long) set.size() * ITEM_BYTES - accounted;
      accounted += more;
      target.charge.force(more);
      makeRoom();
      if (target.dropped) {
        return;
      }
      if (done) {
        target.ready(set);
      } else {
        submit();
      }
    }
  }
}
