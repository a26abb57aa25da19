package dev.graspd.server.egress;

import dev.graspd.server.charge.Payer;
import dev.graspd.server.charge.Turns;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * The name to resolve next. A thread cannot be called off while it waits for a name server, and
 * anybody can have names whose server is silent: so all names of a zone have a few threads, zones
 * have them in turn, and some are left to names that were found before. Not thread-safe.
 */
final class LookupTurns {
  /** The part of the threads that one zone's names may have, and again those found before. */
  private static final int ZONE_SHARE = 4;

  /** The part of the threads that is left to names that were found before. */
  private static final int FOUND_SHARE = 4;

  /** The part of those that wait which one zone's names may have. */
  private static final int WAITING_SHARE = 8;

  /** How many times as many names are remembered as found as may wait. */
  private static final int FOUND_TIMES = 10;

  /**
   * One name to look up.
   *
   * @param zone whose turn it is
   */
  record Lookup(
      String name, Payer zone, boolean wasFound, CompletableFuture<Resolution> resolution) {}

  private final int threads;
  private final int foundMax;
  private final Turns<Lookup> waiting;
  private final Turns<Lookup> waitingFound;
  private final Map<Payer, Integer> running = new HashMap<>();
  private final Map<Payer, Integer> runningFound = new HashMap<>();
  private final Set<String> found = new LinkedHashSet<>();
  private int atWork;
  private int newAtWork;

  LookupTurns(int threads, int waitingMax) {
    this.threads = threads;
    this.foundMax = FOUND_TIMES * waitingMax;
    this.waiting = new Turns<>(waitingMax, waitingMax / WAITING_SHARE);
    this.waitingFound = new Turns<>(waitingMax, waitingMax / WAITING_SHARE);
  }

  int threads() {
    return threads;
  }

  /** Returns whether the name may wait for its turn. */
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

  /** Begins the next lookup, if a thread may be had for one. */
  Optional<Lookup> begin() {
    if (atWork == threads) {
      return Optional.empty();
    }
    Optional<Lookup> next = waitingFound.poll(zone -> hasRoom(runningFound, zone));
    if (next.isEmpty() && newAtWork < threads - threads / FOUND_SHARE) {
      next = waiting.poll(zone -> hasRoom(running, zone));
    }
    next.ifPresent(lookup -> {
      (lookup.wasFound() ? runningFound : running).merge(lookup.zone(), 1, Integer::sum);
      atWork++;
      newAtWork += lookup.wasFound() ? 0 : 1;
    });
    return next;
  }

  private boolean hasRoom(Map<Payer, Integer> running, Payer zone) {
    return running.getOrDefault(zone, 0) < Math.max(1, threads / ZONE_SHARE);
  }

  /** A lookup has ended, and its thread is free. */
  void end(Lookup lookup, Resolution resolution) {
    (lookup.wasFound() ? runningFound : running)
        .computeIfPresent(lookup.zone(), (_, count) -> count == 1 ? null : count - 1);
    atWork--;
    newAtWork -= lookup.wasFound() ? 0 : 1;
    found.remove(lookup.name());
    if (resolution instanceof Resolution.Found) {
      found.add(lookup.name());
      if (found.size() > foundMax) {
        found.remove(found.iterator().next());
      }
    }
  }
}
