package dev.graspd.sim.sync;

import dev.graspd.core.negentropy.FrameLimit;
import dev.graspd.core.negentropy.Item;
import dev.graspd.core.negentropy.ItemSet;
import dev.graspd.core.negentropy.Message;
import dev.graspd.core.negentropy.Responder;
import dev.graspd.core.negentropy.SummarySet;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.message.ClientMessage;
import dev.graspd.core.nostr.message.FromRelay;
import dev.graspd.core.nostr.message.SubscriptionId;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** A relay: it stores what is published, answers requests, and has its manners and mishaps. */
public final class SimRelay {
  private static final Signer STRANGER = Signer.named("stranger");
  static final String SLOW_DOWN = "rate-limited: slow down";
  static final String THROTTLED = "you are being throttled";
  private static final List<String> REASONS =
      List.of(
          "error: oops",
          "restricted: not you",
          "blocked: not this",
          "invalid: what?",
          "unsupported: no");

  public final RelayUrl url;
  final Manners manners;
  public final TreeSet<Event> stored = new TreeSet<>(Event.NEWEST_FIRST);

  /** What it has kept back once; nobody can tell that from what it does not have. */
  final Set<EventId> withheld = new TreeSet<>();

  public boolean up = true;
  int eventsSent;
  private final RandomGenerator random;
  private final List<Peer> peers = new ArrayList<>();
  private Mishaps mishaps;

  public SimRelay(RelayUrl url, Manners manners, Mishaps mishaps, RandomGenerator random) {
    this.url = url;
    this.manners = manners;
    this.mishaps = mishaps;
    this.random = random;
  }

  public void behave() {
    mishaps = Mishaps.none();
  }

  boolean refusesToConnect() {
    return !up || chance(mishaps.refused());
  }

  private boolean chance(int ofThousand) {
    return random.nextInt(1_000) < ofThousand;
  }

  /** Stores an event, in place of older versions, and sends it to all who listen. */
  public void publish(Event event) {
    if (!isNewest(event) || !stored.add(event)) {
      return;
    }
    stored.removeIf(other -> !other.equals(event) && isSameAddress(other, event));
    for (Peer peer : List.copyOf(peers)) {
      peer.live(event);
    }
  }

  /** More events of one second than fit on a page cannot be paged through by anybody. */
  boolean canShow(Event event) {
    return stored.stream().filter(other -> other.createdAt() == event.createdAt()).count()
        < manners.page();
  }

  private boolean isNewest(Event event) {
    return stored.stream()
        .noneMatch(
            other -> isSameAddress(other, event) && Event.NEWEST_FIRST.compare(other, event) <= 0);
  }

  public static boolean isSameAddress(Event one, Event other) {
    return Kinds.hasAddress(one.kind()) && one.address().equals(other.address());
  }

  Peer accept(long nowNanos, Consumer<FromRelay> sink, Runnable cut) {
    Peer peer = new Peer(sink, cut);
    peers.add(peer);
    if (manners.auth()) {
      sink.accept(new FromRelay.Auth("challenge " + nowNanos));
    }
    return peer;
  }

  /** One connection to it. */
  final class Peer {
    private final Consumer<FromRelay> sink;
    private final Runnable cut;
    final Map<SubscriptionId, List<Filter>> open = new LinkedHashMap<>();
    private final Map<SubscriptionId, ItemSet> comparisons = new LinkedHashMap<>();
    private boolean authenticated;
    private boolean gone;

    Peer(Consumer<FromRelay> sink, Runnable cut) {
      this.sink = sink;
      this.cut = cut;
    }

    void leave() {
      gone = true;
      peers.remove(this);
    }

    int openCount() {
      return open.size() + comparisons.size();
    }

    private void say(FromRelay message) {
      if (gone) {
        return;
      }
      if (chance(mishaps.cut())) {
        leave();
        cut.run();
        return;
      }
      if (message instanceof FromRelay.EventFor) {
        eventsSent++;
      }
      sink.accept(message);
    }

    void live(Event event) {
      for (Map.Entry<SubscriptionId, List<Filter>> entry : new LinkedHashMap<>(open).entrySet()) {
        if (entry.getValue().stream().anyMatch(filter -> filter.matches(event))) {
          say(new FromRelay.EventFor(entry.getKey(), event));
        }
      }
    }

    void take(ClientMessage message) {
      switch (message) {
        case ClientMessage.Req(var id, var filters) -> req(id, filters);
        case ClientMessage.Close(var id) -> open.remove(id);
        case ClientMessage.NegOpen(var id, var filter, var bytes) -> negOpen(id, filter, bytes);
        case ClientMessage.NegMsg(var id, var bytes) -> negMsg(id, bytes);
        case ClientMessage.NegClose(var id) -> comparisons.remove(id);
        case ClientMessage.Auth(var event) -> {
          authenticated = true;
          say(new FromRelay.Ok(event.id(), true, ""));
        }
        default -> throw new AssertionError("unexpected " + message);
      }
    }

    private boolean isRefused(SubscriptionId id, int filters) {
      if (manners.auth() && !authenticated) {
        say(new FromRelay.Closed(id, "auth-required: who are you?"));
      } else if (openCount() >= manners.subscriptions() && !open.containsKey(id)) {
        if (random.nextBoolean()) {
          say(new FromRelay.Closed(id, "error: too many subscriptions"));
        } else {
          say(new FromRelay.Notice("ERROR: too many concurrent REQs"));
        }
      } else if (filters > manners.filters()) {
        say(new FromRelay.Closed(id, "error: too many filters in one request"));
      } else if (chance(mishaps.rateLimited())) {
        if (random.nextBoolean()) {
          say(new FromRelay.Closed(id, SLOW_DOWN));
        } else {
          say(new FromRelay.Notice(THROTTLED));
        }
      } else if (chance(mishaps.closed())) {
        say(new FromRelay.Closed(id, REASONS.get(random.nextInt(REASONS.size()))));
      } else {
        return chance(mishaps.hung());
      }
      return true;
    }

    private void req(SubscriptionId id, List<Filter> filters) {
      if (isRefused(id, filters.size())) {
        return;
      }
      open.put(id, filters);
      TreeSet<Event> page = new TreeSet<>(Event.NEWEST_FIRST);
      for (Filter filter : filters) {
        int limit = Math.min(manners.page(), filter.limit().orElse(manners.page()));
        stored.stream().filter(filter::matches).limit(limit).forEach(page::add);
      }
      List<Event> sent = new ArrayList<>(page.stream().limit(manners.page()).toList());
      if (chance(mishaps.shuffled())) {
        Collections.shuffle(sent, new Random(random.nextLong()));
      }
      sent.forEach(event -> send(id, event));
      say(new FromRelay.Eose(id, false));
    }

    private void send(SubscriptionId id, Event event) {
      if (chance(mishaps.withheld())) {
        withheld.add(event.id());
        return;
      }
      if (chance(mishaps.forged())) {
        say(new FromRelay.EventFor(id, SimServer.forge(event)));
      }
      if (chance(mishaps.offFilter())) {
        Event stray = EventBuilder.note("stray " + eventsSent).unsignedBy(STRANGER);
        say(new FromRelay.EventFor(id, stray));
      }
      say(new FromRelay.EventFor(id, event));
      if (chance(mishaps.twice())) {
        say(new FromRelay.EventFor(id, event));
      }
    }

    private void negOpen(SubscriptionId id, Filter filter, byte[] bytes) {
      switch (manners.negentropy()) {
        case UNKNOWN -> say(new FromRelay.Notice("unknown message: NEG-OPEN"));
        case SILENT -> {}
        case DISABLED -> say(new FromRelay.NegErr(id, "blocked: negentropy is disabled"));
        case SPOKEN -> {
          if (isRefused(id, 1)) {
            return;
          }
          List<Item> items =
              stored.stream()
                  .filter(filter::matches)
                  .map(event -> new Item(event.createdAt(), event.id()))
                  .toList();
          if (items.size() > manners.negentropyMax()) {
            say(new FromRelay.NegErr(id, "blocked: too many results"));
            return;
          }
          comparisons.put(id, SummarySet.of(items).snapshot());
          negMsg(id, bytes);
        }
      }
    }

    private void negMsg(SubscriptionId id, byte[] bytes) {
      ItemSet items = comparisons.get(id);
      if (items == null || chance(mishaps.hung())) {
        return;
      }
      switch (new Responder(items, FrameLimit.DEFAULT).respond(Message.of(bytes))) {
        case Responder.Answer.Reply(var message) -> say(new FromRelay.NegMsg(id, message.bytes()));
        case Responder.Answer.Refused(var why) -> say(new FromRelay.NegErr(id, why));
      }
    }
  }
}
