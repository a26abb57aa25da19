package dev.graspd.bench.sync;

import dev.graspd.bench.process.Hosts;
import dev.graspd.bench.process.Metrics;
import dev.graspd.bench.process.ProcessCost;
import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.RawWebSocket;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A whole fetch from first contact to the last event that is served.
 *
 * @param traffic until then
 * @param cost of the server that fetched, since it was ready
 */
record Fetch(double perSecond, Traffic traffic, Optional<ProcessCost> cost) {
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final long POLL_MILLIS = 100;
  private static final int IDS_PER_QUERY = 200;
  private static final int ID_CHARACTERS = 64;

  /** What a fetch is, and whether it goes on until both have nothing more to say. */
  record Terms(boolean negentropy, Duration roundTrip, boolean untilQuiet) {}

  /** Runs the server that hosts the repository until it serves all that the source has. */
  static Fetch of(SyncStage stage, Terms terms) throws IOException, InterruptedException {
    SyncStage.Source source = stage.source();
    int events = source.events().size();
    source.proxy().begin(terms.roundTrip().dividedBy(2));
    Metrics before = source.metrics();
    try (Hosts.Host server = stage.start(true, terms.negentropy())) {
      Optional<ProcessCost> ready = server.relay().cost();
      URI uri = server.relay().uri();
      // The announcement and the state are there already.
      awaitEvents(uri, events + 2);
      long end = System.nanoTime();
      Traffic traffic = Traffic.since(before, source);
      Optional<ProcessCost> cost =
          ready.flatMap(first -> server.relay().cost().map(last -> last.since(first)));
      long nanos = end - source.proxy().contactNanos().orElseThrow();
      check(uri, source.events().all());
      if (terms.untilQuiet()) {
        awaitQuiet(stage);
      }
      return new Fetch(events * 1e9 / nanos, traffic, cost);
    }
  }

  private static void awaitEvents(URI server, int events) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    double served = Metrics.of(server).value("ngit_store_events");
    while (served < events) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException(served + " of " + events + " events are served");
      }
      Thread.sleep(POLL_MILLIS);
      served = Metrics.of(server).value("ngit_store_events");
    }
  }

  /** Waits until both have nothing more to say. */
  static void awaitQuiet(SyncStage stage) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!stage.source().proxy().isQuiet(stage.scale().quiet())) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException("the servers do not come to an end");
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  /** Fails unless every single event is served. */
  static void check(URI server, List<Event> events) {
    try (RawWebSocket socket = RawWebSocket.connect(server)) {
      for (int i = 0; i < events.size(); i += IDS_PER_QUERY) {
        checkSome(socket, events.subList(i, Math.min(events.size(), i + IDS_PER_QUERY)));
      }
    }
  }

  private static void checkSome(RawWebSocket socket, List<Event> events) {
    Set<String> missing =
        events.stream()
            .map(event -> event.id().hex())
            .collect(Collectors.toCollection(TreeSet::new));
    String ids = missing.stream().collect(Collectors.joining("\",\"", "\"", "\""));
    socket.sendText("[\"REQ\",\"check\",{\"ids\":[" + ids + "]}]");
    String begin = "\"id\":\"";
    String answer = socket.receiveText();
    while (!answer.startsWith("[\"EOSE\"")) {
      if (answer.startsWith("[\"EVENT\"")) {
        int at = answer.indexOf(begin) + begin.length();
        missing.remove(answer.substring(at, at + ID_CHARACTERS));
      } else if (answer.startsWith("[\"CLOSED\"")) {
        throw new IllegalStateException("the server refuses a question: " + answer);
      }
      answer = socket.receiveText();
    }
    if (!missing.isEmpty()) {
      throw new IllegalStateException(missing.size() + " events are missing: " + missing);
    }
  }
}
