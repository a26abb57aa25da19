package dev.graspd.server.ops.metrics;

import dev.graspd.core.nostr.refusal.HeldReason;
import dev.graspd.core.nostr.refusal.Reason;
import dev.graspd.core.store.EventStore;
import dev.graspd.server.charge.Budgets;
import dev.graspd.server.family.HostingMetrics;
import dev.graspd.server.family.HostingStats;
import dev.graspd.server.gate.GateMetrics;
import dev.graspd.server.git.GitMetrics;
import dev.graspd.server.hook.HookMetrics;
import dev.graspd.server.hunt.HuntMetrics;
import dev.graspd.server.hunt.HuntReadings;
import dev.graspd.server.ops.Version;
import dev.graspd.server.peers.status.SyncMetrics;
import dev.graspd.server.relay.RelayMetrics;
import dev.graspd.server.upkeep.UpkeepMetrics;
import dev.graspd.server.web.connection.WebMetrics;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
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
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * All metrics, under the names of the reference server where it has them. Thread-safe; no method
 * blocks for longer than a map access.
 */
public final class ServerMetrics implements RelayMetrics, GateMetrics, WebMetrics {
  public static final String CONTENT_TYPE = PrometheusTextFormatWriter.CONTENT_TYPE;

  private static final double[] SHORT = {0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1, 5};
  private static final double[] LONG = {1, 5, 15, 30, 60, 300, 900, 3600};
  private static final String INVALID = "invalid";

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final Series series = new Series(registry);
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
  private final HookSeries hooks;

  /**
   * Registers all counters.
   *
   * @param abuseThreshold number of connections that makes an address an abuser
   */
  public ServerMetrics(int abuseThreshold, Version version) {
    addresses = new AddressTracker(abuseThreshold);
    active =
        Gauge.builder()
            .name("ngit_websocket_connections_active")
            .help("Open WebSocket connections")
            .register(registry);
    opened =
        series.counter("ngit_websocket_connections_total", "WebSocket connections since the start");
    series.gauge(
        "ngit_websocket_unique_ips", "Addresses with an open connection", addresses::addresses);
    series.gauge(
        "ngit_websocket_flagged_abusers",
        "Addresses with at least NGIT_METRICS_CONNECTION_PER_IP_ABUSE_THRESHOLD connections",
        addresses::abusers);
    connectionDuration =
        series.histogram(
            "ngit_websocket_connection_duration_seconds", "Duration of connections", LONG);
    received =
        new LabelledCounter(
            series.counter(
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
            series.counter(
                "ngit_websocket_messages_sent_total", "Messages to clients by verb", "type"),
            Stream.of(
                "EVENT", "OK", "EOSE", "COUNT", "CLOSED", "AUTH", "NEG-MSG", "NEG-ERR", "NOTICE"));
    refused =
        new LabelledCounter(
            series.counter(
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
            series.counter("ngit_events_received_total", "Received events, by kind", "kind"),
            KindLabels.all());
    eventsStored =
        new LabelledCounter(
            series.counter("ngit_events_stored_total", "Stored events, by kind", "kind"),
            KindLabels.all());
    Counter rejected =
        series.counter(
            "ngit_events_rejected_total",
            "Refused events, by kind and prefix of the answer",
            "kind",
            "reason");
    // Not every prefix: some are in no refusal.
    Reason.all().stream()
        .filter(reason -> !(reason instanceof HeldReason))
        .map(reason -> reason.prefix().word())
        .distinct()
        .forEach(word ->
            eventsRejected.put(word, new LabelledCounter(rejected, KindLabels.all(), word)));
    queries =
        series.histogram(
            "ngit_query_duration_seconds", "Time to answer from the store, by verb", SHORT, "verb");
    commits =
        series.histogram(
            "ngit_store_commit_duration_seconds", "Time of one commit with its fsync", SHORT);
    git = new GitSeries(series);
    sync = new SyncSeries(series);
    hosting = new HostingSeries(series, sync::eventSynced);
    hunt = new HuntSeries(series);
    upkeep = new UpkeepSeries(series);
    hooks = new HookSeries(series);
    Info.builder()
        .name("ngit_build_info")
        .help("Version and commit of this build")
        .labelNames("version", "commit")
        .register(registry)
        .setLabelValues(version.number(), version.commit());
    long start = System.nanoTime();
    series.gauge(
        "ngit_uptime_seconds",
        "Seconds since the start",
        () -> Math.floor(Series.seconds(Duration.ofNanos(System.nanoTime() - start))));
  }

  /** Adds the size of the store, read at each scrape. */
  public void addStore(Supplier<EventStore.Stats> stats) {
    series.gauge("ngit_store_events", "Served events", () -> stats.get().servedEvents());
    series.gauge("ngit_store_held_events", "Held events", () -> stats.get().heldEvents());
    series.gauge(
        "ngit_store_log_position", "Number of the last log record", () -> stats.get().lastSeq());
    series.gauge("ngit_store_bytes", "Bytes of the store on disk", () -> stats.get().bytesOnDisk());
  }

  /** Adds the free space of the data disks, by name, read at each scrape. */
  public void addDisks(SortedMap<String, LongSupplier> freeBytes, long reserveBytes) {
    DiskSeries.add(series, freeBytes, reserveBytes);
  }

  /** Adds the budgets, also those that are made later. */
  public void addBudgets(Budgets budgets) {
    BudgetSeries.add(series, budgets);
  }

  /** Adds the gauges of hosting, read at each scrape. */
  public void addHosting(Supplier<HostingStats> stats) {
    HostingSeries.addStats(series, stats);
  }

  /** Adds the size of the clone cache, read at each scrape. */
  public void addCloneCache(LongSupplier bytes) {
    series.gauge(
        "ngit_git_clone_cache_bytes", "Bytes of cached answers to clones", () -> bytes.getAsLong());
  }

  /** Adds the size of the kept downloads, read at each scrape. */
  public void addDownloadCache(LongSupplier bytes) {
    series.gauge(
        "ngit_download_cache_bytes", "Bytes of downloads that are kept", () -> bytes.getAsLong());
  }

  public GitMetrics git() {
    return git;
  }

  public HostingMetrics hosting() {
    return hosting;
  }

  public SyncMetrics sync() {
    return sync;
  }

  public HuntMetrics hunt() {
    return hunt;
  }

  public UpkeepMetrics upkeep() {
    return upkeep;
  }

  public HookMetrics hooks() {
    return hooks;
  }

  /** Adds how many deliveries to webhooks wait, read at each scrape. */
  public void addHooks(LongSupplier waiting) {
    HookSeries.addWaiting(series, waiting);
  }

  /** Adds the state of the hunt, read at each scrape. */
  public void addHunt(HuntReadings readings) {
    HuntSeries.addReadings(series, readings);
  }

  /** Adds heap, threads, garbage collection. Slow: it starts the management beans. */
  public void addJvm() {
    JvmMetrics.builder().register(registry);
  }

  public String text() {
    ByteArrayOutputStream out = new ByteArrayOutputStream(32_768);
    try {
      PrometheusTextFormatWriter.create().write(out, registry.scrape());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  public void committed(Duration took) {
    commits.observe(Series.seconds(took));
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
    queries.labelValues(verb).observe(Series.seconds(took));
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
    connectionDuration.observe(Series.seconds(open));
  }

  @Override
  public void connectionRefused(String why) {
    refused.add(why, 1);
  }
}
