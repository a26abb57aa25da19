package dev.graspd.server.ops.metrics;

import dev.graspd.core.nostr.Reason;
import dev.graspd.core.store.StoreStats;
import dev.graspd.server.charge.Budgets;
import dev.graspd.server.gate.GateMetrics;
import dev.graspd.server.gate.HostingMetrics;
import dev.graspd.server.gate.HostingStats;
import dev.graspd.server.git.GitMetrics;
import dev.graspd.server.hunt.HuntMetrics;
import dev.graspd.server.hunt.HuntReadings;
import dev.graspd.server.ops.Version;
import dev.graspd.server.peers.SyncMetrics;
import dev.graspd.server.relay.RelayMetrics;
import dev.graspd.server.upkeep.UpkeepMetrics;
import dev.graspd.server.web.WebMetrics;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Everything that is counted, under the names of the reference server where it has them.
 * Thread-safe; nothing here blocks for longer than a map access.
 */
public final class ServerMetrics implements RelayMetrics, GateMetrics, WebMetrics {
  /** The content type of {@link #text()}. */
  public static final String CONTENT_TYPE = PrometheusTextFormatWriter.CONTENT_TYPE;

  private static final double NANOS = 1e9;
  private static final double[] SHORT = {0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1, 5};
  private static final double[] LONG = {1, 5, 15, 30, 60, 300, 900, 3600};
  private static final String INVALID = "invalid";

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final AddressTracker addresses;
  private final Gauge active;
  private final Counter opened;
  private final Histogram connectionDuration;
  private final LabelledCounter received;
  private final LabelledCounter sent;
  private final LabelledCounter refused;
  private final LabelledCounter eventsReceived;
  private final LabelledCounter eventsStored;
  private final Map<String, LabelledCounter> eventsRejected = new TreeMap<>();
  private final Histogram queries;
  private final Histogram commits;
  private final GitSeries git;
  private final HostingSeries hosting;
  private final SyncSeries sync;
  private final HuntSeries hunt;
  private final UpkeepSeries upkeep;

  /**
   * Registers all counters.
   *
   * @param abuseThreshold connections of one address from which on it counts as an abuser
   */
  public ServerMetrics(int abuseThreshold, Version version) {
    addresses = new AddressTracker(abuseThreshold);
    active =
        Gauge.builder()
            .name("ngit_websocket_connections_active")
            .help("Open WebSocket connections")
            .register(registry);
    opened = counter("ngit_websocket_connections_total", "WebSocket connections since the start");
    gauge("ngit_websocket_unique_ips", "Addresses with an open connection", addresses::addresses);
    gauge(
        "ngit_websocket_flagged_abusers",
        "Addresses with at least NGIT_METRICS_CONNECTION_PER_IP_ABUSE_THRESHOLD connections",
        addresses::abusers);
    connectionDuration =
        histogram("ngit_websocket_connection_duration_seconds", "Life of a connection", LONG);
    received =
        new LabelledCounter(
            counter(
                "ngit_websocket_messages_received_total", "Messages of clients by verb", "type"),
            Stream.of(
                "EVENT",
                "REQ",
                "COUNT",
                "CLOSE",
                "AUTH",
                "NEG-OPEN",
                "NEG-MSG",
                "NEG-CLOSE",
                INVALID));
    sent =
        new LabelledCounter(
            counter("ngit_websocket_messages_sent_total", "Messages to clients by verb", "type"),
            Stream.of(
                "EVENT", "OK", "EOSE", "COUNT", "CLOSED", "AUTH", "NEG-MSG", "NEG-ERR", "NOTICE"));
    refused =
        new LabelledCounter(
            counter(
                "ngit_connections_refused_total",
                "Connections closed or refused because of a limit",
                "reason"),
            Stream.of(
                "connections",
                "connections-per-address",
                "dead-peer",
                "memory",
                "message-too-big",
                "pipelined",
                "protocol",
                "slow-message",
                "slow-reader",
                "slow-request",
                "other"));
    eventsReceived =
        new LabelledCounter(
            counter("ngit_events_received_total", "Events that arrived, by kind", "kind"),
            KindLabels.all());
    eventsStored =
        new LabelledCounter(
            counter("ngit_events_stored_total", "Events that were stored, by kind", "kind"),
            KindLabels.all());
    Counter rejected =
        counter(
            "ngit_events_rejected_total",
            "Events that were refused, by kind and prefix of the answer",
            "kind",
            "reason");
    // Not every prefix: with some, nothing is ever refused.
    Arrays.stream(Reason.values())
        .map(reason -> reason.prefix().word())
        .distinct()
        .forEach(word ->
            eventsRejected.put(word, new LabelledCounter(rejected, KindLabels.all(), word)));
    queries =
        histogram(
            "ngit_query_duration_seconds", "Time to answer from the store, by verb", SHORT, "verb");
    commits =
        histogram("ngit_store_commit_duration_seconds", "Time of one commit with its fsync", SHORT);
    git = new GitSeries(registry);
    sync = new SyncSeries(registry);
    hosting = new HostingSeries(registry, sync::eventSynced);
    hunt = new HuntSeries(registry);
    upkeep = new UpkeepSeries(registry);
    Info.builder()
        .name("ngit_build_info")
        .help("Which build this is")
        .labelNames("version", "commit")
        .register(registry)
        .setLabelValues(version.number(), version.commit());
    long start = System.nanoTime();
    gauge(
        "ngit_uptime_seconds",
        "Seconds since the start",
        () -> Math.floor((System.nanoTime() - start) / NANOS));
  }

  /** Adds the size of the store, read at each scrape. */
  public void addStore(Supplier<StoreStats> stats) {
    gauge("ngit_store_events", "Events that are served", () -> stats.get().servedEvents());
    gauge("ngit_store_held_events", "Events that wait", () -> stats.get().heldEvents());
    gauge("ngit_store_log_position", "Number of the last log record", () -> stats.get().lastSeq());
    gauge("ngit_store_bytes", "Bytes of the store on disk", () -> stats.get().bytesOnDisk());
  }

  /** Adds the room on the data disks, by name, read at each scrape. */
  public void addDisks(SortedMap<String, LongSupplier> freeBytes, long reserveBytes) {
    DiskSeries.add(registry, freeBytes, reserveBytes);
  }

  /** Adds the budgets for what strangers may keep here; those made later too. */
  public void addBudgets(Budgets budgets) {
    BudgetSeries.add(registry, budgets);
  }

  /** Adds what hosting has to do, read at each scrape. */
  public void addHosting(Supplier<HostingStats> stats) {
    HostingSeries.addStats(registry, stats);
  }

  /** Adds the size of the answers that are kept, read at each scrape. */
  public void addCloneCache(LongSupplier bytes) {
    gauge("ngit_git_clone_cache_bytes", "Bytes of answers that are kept", () -> bytes.getAsLong());
  }

  /** Returns what git counts with. */
  public GitMetrics git() {
    return git;
  }

  /** Returns what hosting counts with. */
  public HostingMetrics hosting() {
    return hosting;
  }

  /** Returns what sync counts with. */
  public SyncMetrics sync() {
    return sync;
  }

  /** Returns what the hunt for git data counts with. */
  public HuntMetrics hunt() {
    return hunt;
  }

  /** Returns what the upkeep of packs counts with. */
  public UpkeepMetrics upkeep() {
    return upkeep;
  }

  /** Adds where the hunt stands, read at each scrape. */
  public void addHunt(HuntReadings readings) {
    HuntSeries.addReadings(registry, readings);
  }

  /** Adds heap, threads, garbage collection. Slow: it starts the management beans. */
  public void addJvm() {
    JvmMetrics.builder().register(registry);
  }

  /** Returns all series in the Prometheus text format. */
  public String text() {
    ByteArrayOutputStream out = new ByteArrayOutputStream(32_768);
    try {
      PrometheusTextFormatWriter.create().write(out, registry.scrape());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  /** A transaction reached the disk. */
  public void committed(Duration took) {
    commits.observe(seconds(took));
  }

  @Override
  public void messageReceived(String type) {
    received.add(type, 1);
  }

  @Override
  public void messagesSent(String type, int count) {
    sent.add(type, count);
  }

  @Override
  public void eventPassed() {
    sync.eventOfClient();
  }

  @Override
  public void queryFinished(String verb, Duration took) {
    queries.labelValues(verb).observe(seconds(took));
  }

  @Override
  public void eventReceived(int kind) {
    eventsReceived.add(KindLabels.of(kind), 1);
  }

  @Override
  public void eventStored(int kind) {
    eventsStored.add(KindLabels.of(kind), 1);
  }

  @Override
  public void eventRefused(int kind, String reasonPrefix) {
    eventReceived(kind);
    eventRejected(kind, reasonPrefix);
  }

  @Override
  public void eventRejected(int kind, String reasonPrefix) {
    LabelledCounter counter = eventsRejected.get(reasonPrefix);
    if (counter == null) {
      throw new IllegalArgumentException("no such prefix: " + reasonPrefix);
    }
    counter.add(KindLabels.of(kind), 1);
  }

  @Override
  public void webSocketOpened(InetAddress client) {
    opened.inc();
    active.inc();
    addresses.opened(client);
  }

  @Override
  public void webSocketClosed(InetAddress client, Duration open) {
    active.dec();
    addresses.closed(client);
    connectionDuration.observe(seconds(open));
  }

  @Override
  public void connectionRefused(String why) {
    refused.add(why, 1);
  }

  private Counter counter(String name, String help, String... labels) {
    return Counter.builder()
        .name(name)
        .help(help)
        .labelNames(labels)
        .withoutExemplars()
        .register(registry);
  }

  private Histogram histogram(String name, String help, double[] bounds, String... labels) {
    return Histogram.builder()
        .name(name)
        .help(help)
        .labelNames(labels)
        .classicOnly()
        .classicUpperBounds(bounds)
        .withoutExemplars()
        .register(registry);
  }

  private void gauge(String name, String help, DoubleSupplier value) {
    GaugeWithCallback.builder()
        .name(name)
        .help(help)
        .callback(callback -> callback.call(value.getAsDouble()))
        .register(registry);
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / NANOS;
  }
}
