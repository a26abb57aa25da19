package dev.graspd.sim.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Filter;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.sim.Trace;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/**
 * Our sync machines, the relays they talk to, and the network between them. Everything is decided
 * by the seed.
 */
final class SyncWorld {
  final RandomGenerator random;
  final Time time = new Time();
  final Trace trace = new Trace();
  final SimServer server = new SimServer(input -> sync().logged(input), () -> sync().followsAll());
  final SortedMap<RelayUrl, SimRelay> relays = new TreeMap<>();
  private final SyncSide sync;

  SyncWorld(long seed, Mutation mutation) {
    this.random = new SplittableRandom(seed);
    this.sync =
        new SyncSide(
            "our",
            new SyncSide.Setting(time, time::now, random, trace),
            server,
            url -> Optional.ofNullable(relays.get(url)),
            Mishaps.usual(),
            mutation);
  }

  private SyncSide sync() {
    return sync;
  }

  void start(SimRelay... named) {
    for (SimRelay relay : named) {
      sync.addBootstrap(relay.url);
    }
    restart();
  }

  /** Our process dies and starts again: only the store is left. */
  void restart() {
    server.restart();
    sync.start();
  }

  void calm() {
    sync.calm();
    relays.values().forEach(SimRelay::behave);
  }

  SimRelay relay(String name, Manners manners, Mishaps relayMishaps) {
    RelayUrl url = RelayUrl.parse("wss://" + name + ".example.org").orElseThrow();
    return relays.computeIfAbsent(url, _ -> new SimRelay(url, manners, relayMishaps, random));
  }

  void note(Object who, String verb, Object what) {
    trace.note(time.nanos(), who, verb, what);
  }

  boolean isSettled() {
    return sync.isSettled();
  }

  boolean isConnected(RelayUrl url) {
    return sync.isConnected(url);
  }

  void checkMemory() {
    sync.checkMemory();
  }

  /** Nothing is listened to that is not wanted any more, once a smaller request may be made. */
  void checkCoverage() {
    sync.links.forEach((url, link) -> {
      if (!sync.isToldToWait(url)) {
        checkCoverage(url, link);
      }
    });
  }

  private void checkCoverage(RelayUrl url, SyncLink link) {
    Set<String> wanted = new TreeSet<>();
    for (Announcement one : server.announcements()) {
      if (SimServer.relays(one).contains(url)) {
        wanted.add(one.address().toString());
      }
    }
    for (List<Filter> filters : link.peer.open.values()) {
      for (Filter filter : filters) {
        assertThat(wanted)
            .as("listened to on %s", url)
            .containsAll(filter.tags().getOrDefault('a', Collections.emptySortedSet()));
      }
    }
  }

  void goDown(SimRelay relay) {
    relay.up = false;
    sync.cut(relay.url);
  }
}
