package dev.graspd.server.relay;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.nostr.message.MessageLimits;
import dev.graspd.core.nostr.message.RelayMessage;
import dev.graspd.core.nostr.refusal.Refusal;
import dev.graspd.core.search.EventSearch;
import dev.graspd.core.store.EventStore;
import dev.graspd.server.charge.Budgets;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.gate.Gate;
import dev.graspd.server.gate.Verifier;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/** The relay: what all sessions share. Thread-safe. */
public final class Relay implements AutoCloseable {
  /**
   * The parts that a relay needs.
   *
   * @param fanOut owned by the relay, which starts and closes it
   * @param nanoTime measures durations, like {@link System#nanoTime}
   * @param random for challenges: must be unpredictable
   * @param search empty if it is switched off
   */
  public record Parts(
      EventStore store,
      Gate gate,
      FanOut fanOut,
      Verifier verifier,
      InstantSource clock,
      LongSupplier nanoTime,
      RandomGenerator random,
      RelayMetrics metrics,
      Budgets budgets,
      Optional<EventSearch> search) {}

  /** As if it had read about a million rows: small queries overtake it, the longest do not. */
  private static final int BACKGROUND_LEVEL = 20;

  /** The reader of work that no client waits for. */
  private static final Object BACKGROUND = "background";

  private final RelayLimits limits;
  private final MessageLimits messageLimits;
  private final ServiceAddress service;
  private final Parts parts;
  private final ReaderPool readers;
  private final EventRates rates;
  private final ParsePool parsers = new ParsePool();
  private final ByteBudget inflight;
  private final FilterMemory filters;
  private final Challenge challenge;

  /** The set of more events is built when somebody asks for it: a start does not read them all. */
  private static final long PREPARED_EVENTS_MAX = 100_000;

  private final NegentropySets sets;

  /** When a client is asked to prove who it is (NIP-42). */
  public enum Challenge {
    ON_CONNECT,
    /** With the first refusal that authentication would lift. */
    WHEN_NEEDED
  }

  public Relay(
      RelayLimits limits,
      MessageLimits messageLimits,
      ServiceAddress service,
      Challenge challenge,
      Parts parts) {
    this.limits = limits;
    this.challenge = challenge;
    this.messageLimits = messageLimits;
    this.service = service;
    this.parts = parts;
    this.readers = new ReaderPool(Runtime.getRuntime().availableProcessors(), System::nanoTime);
    this.rates = new EventRates(limits.maxEventsPerMinute(), parts.nanoTime);
    this.inflight = parts.budgets.bytes("events", limits.maxInflightBytes());
    this.filters =
        new FilterMemory(parts.budgets.bytes("subscriptions", limits.maxSubscriptionBytes()));
    this.sets = new NegentropySets(this);
  }

  /** Begins to follow the log and to prepare negentropy sets. */
  public void start() {
    readers.start();
    parts.fanOut.accompany(sets);
    parts.fanOut.start();
    if (parts.store.stats().servedEvents() <= PREPARED_EVENTS_MAX) {
      sets.prepare();
    }
  }

  /** Returns a pool in which others read the store in short slices, after clients. */
  public Executor background() {
    return slice -> readers.submit(BACKGROUND, BACKGROUND_LEVEL, slice);
  }

  Challenge challenge() {
    return challenge;
  }

  /** Opens a session; called on the connection's loop. */
  public Session open(Connection connection) {
    return new Session(connection, this);
  }

  /** Ends all threads of the relay. Connections are closed before. */
  @Override
  public void close() {
    parts.fanOut.close();
    readers.close();
    parsers.close();
  }

  RelayLimits limits() {
    return limits;
  }

  MessageLimits messageLimits() {
    return messageLimits;
  }

  ServiceAddress service() {
    return service;
  }

  /** Returns the answer to an event that is refused, with the address of the page about it. */
  RelayMessage.Ok refusal(EventId id, Refusal why) {
    return new RelayMessage.Ok(id, false, why.message(service.httpUrl()));
  }

  EventStore store() {
    return parts.store;
  }

  Gate gate() {
    return parts.gate;
  }

  FanOut fanOut() {
    return parts.fanOut;
  }

  Verifier verifier() {
    return parts.verifier;
  }

  RandomGenerator random() {
    return parts.random;
  }

  RelayMetrics metrics() {
    return parts.metrics;
  }

  ReaderPool readers() {
    return readers;
  }

  EventRates rates() {
    return rates;
  }

  ParsePool parsers() {
    return parsers;
  }

  /** Events that are under way to the store. */
  ByteBudget inflight() {
    return inflight;
  }

  /** The memory of open subscriptions, counts and sessions. */
  FilterMemory filters() {
    return filters;
  }

  Budgets budgets() {
    return parts.budgets;
  }

  Optional<EventSearch> search() {
    return parts.search;
  }

  NegentropySets sets() {
    return sets;
  }

  long nowSeconds() {
    return parts.clock.instant().getEpochSecond();
  }

  long nanoTime() {
    return parts.nanoTime.getAsLong();
  }
}
