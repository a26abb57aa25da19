package dev.graspd.server.egress.dns;

import dev.graspd.server.charge.Payer;
import dev.graspd.server.charge.Tally;
import dev.graspd.server.charge.Turns;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Chooses the name to resolve next. A waiting lookup cannot be cancelled, and anybody can own names
 * with a silent server. So the names of one zone share a few threads, zones take turns, and some
 * threads are reserved for names that were found before. Not thread-safe.
 */
final class LookupTurns {
  /** The share of threads for one zone; names found before have the same share again. */
  private static final int ZONE_SHARE = 4;

  /** The share of threads that is reserved for names found before. */
  private static final int FOUND_SHARE = 4;

  private static final int WAITING_SHARE = 8;

  /** Names remembered as found, as a multiple of the queue length. */
  private static final int FOUND_TIMES = 10;

  /**
   * One name to look up.
   *
   * @param zone the zone whose turn it uses
   */
  record Lookup(
      String name, Payer zone, boolean wasFound, CompletableFuture<Resolution> resolution) {}

  private final int threads;
  private final int foundMax;
  private final Turns<Lookup> waiting;
  private final Turns<Lookup> waitingFound;
  private final Tally<Payer> running = new Tally<>();
  private final Tally<Payer> runningFound = new Tally<>();
  private final Set<String> found = new LinkedHashSet<>();

  LookupTurns(int threads, int waitingMax) {
    this.threads = threads;
    this.foundMax = FOUND_TIMES * waitingMax;
    this.waiting = new Turns<>(waitingMax, waitingMax / WAITING_SHARE);
    this.waitingFound = new Turns<>(waitingMax, waitingMax / WAITING_SHARE);
  }

  int threads() {
    return threads;
  }

  /** Returns whether there was room in the queue. */
  boolean offer(String name, CompletableFuture<Resolution> resolution) {
    Payer zone = new Payer.Host(zoneOf(name));
    Lookup lookup = new Lookup(name, zone, found.contains(name), resolution);
    return (lookup.wasFound() ? waitingFound : waiting).offer(zone, lookup);
  }

  /** The last two labels: the owner of a zone has all names below it. */
  private static String zoneOf(String name) {
    int last = name.lastIndexOf('.');
    return last < 0 ? name : name.substring(name.lastIndexOf('.', last - 1) + 1);
  }

  /** Begins the next lookup, if a thread is free for one. */
  Optional<Lookup> begin() {
    if (running.total() + runningFound.total() == threads) {
      return Optional.empty();
    }
    Optional<Lookup> next = waitingFound.poll(zone -> hasRoom(runningFound, zone));
    if (next.isEmpty() && running.total() < threads - threads / FOUND_SHARE) {
      next = waiting.poll(zone -> hasRoom(running, zone));
    }
    next.ifPresent(lookup -> count(lookup, 1));
    return next;
  }

  private void count(Lookup lookup, int change) {
    (lookup.wasFound() ? runningFound : running).add(lookup.zone(), change);
  }

  private boolean hasRoom(Tally<Payer> running, Payer zone) {
    return running.of(zone) < Math.max(1, threads / ZONE_SHARE);
  }

  /** A lookup has ended, and its thread is free. */
  void end(Lookup lookup, Resolution resolution) {
    count(lookup, -1);
    found.remove(lookup.name());
    if (resolution instanceof Resolution.Found) {
      found.add(lookup.name());
      if (found.size() > foundMax) {
        found.remove(found.iterator().next());
      }
    }
  }
}
