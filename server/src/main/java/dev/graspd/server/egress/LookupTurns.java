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
  /** Threads of one zone's names; as many again for those that were found before. */
  static final int PER_ZONE_MAX = 2;

  static final int WAITING_MAX = 1_000;
  static final int WAITING_PER_ZONE_MAX = WAITING_MAX / 8;

  /** Names that are remembered as found. */
  static final int FOUND_MAX = 10_000;

  /**
   * One name to look up.
   *
   * @param zone whose turn it is
   */
  record Lookup(
      String name, Payer zone, boolean wasFound, CompletableFuture<Resolution> resolution) {}

  private final int threads;
  private final Turns<Lookup> waiting = new Turns<>(WAITING_MAX, WAITING_PER_ZONE_MAX);
  private final Turns<Lookup> waitingFound = new Turns<>(WAITING_MAX, WAITING_PER_ZONE_MAX);
  private final Map<Payer, Integer> running = new HashMap<>();
  private final Map<Payer, Integer> runningFound = new HashMap<>();
  private final Set<String> found = new LinkedHashSet<>();
  private int atWork;
  private int newAtWork;

  LookupTurns(int threads) {
    this.threads = threads;
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
    if (next.isEmpty() && newAtWork < threads - threads / 4) {
      next = waiting.poll(zone -> hasRoom(running, zone));
    }
    next.ifPresent(lookup -> {
      (lookup.wasFound() ? runningFound : running).merge(lookup.zone(), 1, Integer::sum);
      atWork++;
      newAtWork += lookup.wasFound() ? 0 : 1;
    });
    return next;
  }

  private static boolean hasRoom(Map<Payer, Integer> running, Payer zone) {
    return running.getOrDefault(zone, 0) < PER_ZONE_MAX;
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
      if (found.size() > FOUND_MAX) {
        found.remove(found.iterator().next());
      }
    }
  }
}
