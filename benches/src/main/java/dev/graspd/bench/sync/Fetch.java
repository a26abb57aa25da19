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
 * A whole fetch, from first contact until the last event is served.
 *
 * @param perSecond from first contact on
 * @param warmPerSecond after the cold ones
 * @param traffic until the end
 * @param cost of the server that fetched, since it was ready
 */
record Fetch(double perSecond, double warmPerSecond, Traffic traffic, Optional<ProcessCost> cost) {
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final long POLL_MILLIS = 250;

  /** The announcement and the state, which the server has before. */
  private static final int HOSTING_EVENTS = 2;

  private static final int IDS_PER_QUERY = 200;
  private static final int ID_CHARACTERS = 64;

  /** The kind of a fetch, and whether it lasts until both servers are silent. */
  record Terms(boolean negentropy, Duration roundTrip, boolean untilQuiet) {}

  /** Runs the hosting server until it serves all events of the source. */
  static Fetch of(SyncStage stage, Terms terms) throws IOException, InterruptedException {
    SyncStage.Source source = stage.source();
    int events = source.events().size();
    source.proxy().begin(terms.roundTrip().dividedBy(2));
    Metrics before = source.metrics();
    try (Hosts.Host server = stage.start(true, terms.negentropy())) {
      Optional<ProcessCost> ready = server.relay().cost();
      URI uri = server.relay().uri();
      Moment warm = await(uri, stage.scale().cold());
      Moment end = await(uri, events);
      Traffic traffic = Traffic.since(before, source);
      Optional<ProcessCost> cost =
          ready.flatMap(first -> server.relay().cost().map(last -> last.since(first)));
      Moment contact = new Moment(0, source.proxy().contactNanos().orElseThrow());
      check(uri, source.events().all());
      if (terms.untilQuiet()) {
        awaitQuiet(stage);
      }
      // So few events may all arrive between two checks.
      Moment begin = warm.events < events ? warm : contact;
      return new Fetch(end.rateSince(contact), end.rateSince(begin), traffic, cost);
    }
  }

  /** The number of served events at a time. */
  private record Moment(double events, long nanos) {
    static Moment of(URI server) throws IOException {
      double served = Metrics.of(server).value("ngit_store_events");
      return new Moment(served - HOSTING_EVENTS, System.nanoTime());
    }

    double rateSince(Moment begin) {
      return (events - begin.events) * 1e9 / (nanos - begin.nanos);
    }
  }

  private static Moment await(URI server, int events) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    Moment moment = Moment.of(server);
    while (moment.events < events) {
      if (moment.nanos > deadline) {
        throw new IllegalStateException(moment.events + " of " + events + " events are served");
      }
      Thread.sleep(POLL_MILLIS);
      moment = Moment.of(server);
    }
    return moment;
  }

  /** Waits until both servers are silent. */
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
