package dev.graspd.system.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Ports;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.JsonTree;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.client.Texts;
import dev.graspd.testkit.suite.GitHost;
import dev.graspd.testkit.suite.Peer;
import dev.graspd.testkit.suite.RelaySuite;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The board and the alerts that we ship ask for figures that a server really has. */
@Timeout(180)
class GrafanaTest extends RelaySuite {
  private static final Path DIRECTORY = Path.of("..", "ops", "grafana");
  private static final Pattern SERIES = Pattern.compile("([a-z_0-9]+)(?:\\{(.*)})? \\S+");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"(?:[^\"\\\\]|\\\\.)*\"");
  private static final Pattern LABEL_VALUES =
      Pattern.compile("label_values\\((.+), (?:job|instance)\\)");

  private static final Pattern BUDGET =
      Pattern.compile("(?m)^ngit_budget_max_bytes\\{budget=\"(\\w+)\"}");

  /** Figures of which each has its place on the board. */
  private static final Pattern FOLLOWED =
      Pattern.compile("`((?:ngit_sync|ngit_purgatory|purgatory)_[a-z_]+)");

  /** A client's event is hunted for after three minutes; those pass in a second. */
  private static final String TIME_SCALE = "200";

  /** Prometheus adds them to everything that it scrapes. */
  private static final Set<String> OF_PROMETHEUS = Set.of("job", "instance");

  @TempDir Path directory;

  @Test
  void everyQueryFindsItsMetricsInAScrape() throws Exception {
    List<String> board = queries("graspd.json");
    List<String> alerts = queries("alerts.json");
    assertThat(board).hasSizeGreaterThan(30);
    assertThat(alerts).hasSizeGreaterThan(10);

    SortedMap<String, SortedSet<String>> series = scrapeAfterSomeWork();

    for (String text : concat(board, alerts)) {
      PromQuery query = PromQuery.parse(text);
      SortedSet<String> known = new TreeSet<>(OF_PROMETHEUS);
      assertThat(query.metrics()).as(text).isNotEmpty();
      query
          .metrics()
          .forEach((metric, labels) -> {
            assertThat(series).as(text).containsKey(metric);
            known.addAll(series.getOrDefault(metric, new TreeSet<>()));
            assertThat(known).as(text).containsAll(labels);
          });
      assertThat(known).as(text).containsAll(query.groups());
    }
  }

  @Test
  void theBoardShowsEveryFigureOfSyncOfPurgatoryAndOfTheHunt() throws IOException {
    SortedSet<String> shown = new TreeSet<>();
    for (String text : queries("graspd.json")) {
      PromQuery.parse(text)
          .metrics()
          .keySet()
          .forEach(metric -> shown.add(metric.replaceFirst("_seconds_bucket$", "_seconds")));
    }
    String page = Files.readString(Path.of("..", "docs", "reference", "metrics.md"));
    Matcher name = FOLLOWED.matcher(page);
    SortedSet<String> documented = new TreeSet<>();
    while (name.find()) {
      documented.add(name.group(1));
    }
    assertThat(documented)
        .hasSizeGreaterThan(24)
        .contains("ngit_purgatory_git_deferred_total", "purgatory_domain_in_flight");
    assertThat(shown).containsAll(documented);
  }

  @Test
  void queriesAreReadStrictly() {
    PromQuery query =
        PromQuery.parse("sum by (a, b) (rate(x_total{c=\"d\",e=~\"f|g\"}[5m])) / 2 > on_y");
    assertThat(query.metrics())
        .containsOnlyKeys("x_total", "on_y")
        .containsEntry("x_total", new TreeSet<>(Set.of("c", "e")));
    assertThat(query.groups()).containsExactly("a", "b");
    assertThatThrownBy(() -> PromQuery.parse("x ? y")).isInstanceOf(AssertionError.class);
  }

  /** Events, one of them refused, a push, a hunt, and a relay that is not there. */
  private SortedMap<String, SortedSet<String>> scrapeAfterSomeWork() throws Exception {
    String closed = "ws://127.0.0.1:" + Ports.reserve();
    Map<String, String> settings =
        Map.of("NGIT_SYNC_BOOTSTRAP_RELAY_URL", closed, "NGIT_TEST_TIME_SCALE", TIME_SCALE);
    try (Peer peer = Peer.start(newWord(), settings);
        GitHost host = GitHost.start();
        RelayClient relay = peer.connect()) {
      HostedRepo repo = new HostedRepo(peer.uri(), newKey(), newWord());
      GitClient work = GitClient.init(directory.resolve("work"));
      String commit = work.commit("README", "hello\n");
      assertThat(relay.publish(repo.announcement()).accepted()).isTrue();
      assertThat(relay.publish(repo.state("main", commit)).accepted()).isTrue();
      work.must("push", repo.cloneUrl(), "main");
      assertThat(relay.publish(EventBuilder.note("spam").signedBy(newKey())).accepted()).isFalse();
      relay.query(Texts.by(repo.owner()));

      HostedRepo sought = new HostedRepo(peer.uri(), newKey(), newWord());
      Event state = sought.state("main", commit);
      relay.publish(sought.announcementWith(List.of(host.show("it", work))));
      relay.publish(state);
      peer.awaitServed(state);
      peer.await(() -> peer.metric("purgatory_sync_attempts_total{result=\"complete\"}") >= 1);
      String visits = "purgatory_domain_requests_total{domain=\"%s\"}".formatted(host.domain());
      assertThat(peer.metric(visits)).isPositive();

      String failures =
          "ngit_sync_connection_attempts_total{relay=\"%s\",result=\"failure\"}".formatted(closed);
      peer.await(() -> peer.metric(failures) > 0);
      String phase = "ngit_sync_relay_failures{relay=\"%s\"}".formatted(closed);
      peer.await(() -> peer.metric(phase) > 0);
      assertThat(peer.metric("ngit_sync_events_total{source=\"direct\"}")).isEqualTo(5);
      assertThat(get(peer, "/api/v1/sync"))
          .startsWith("{\"enabled\":true")
          .contains("\"url\":\"" + closed + "\",\"bootstrap\":true,\"state\":\"");
      assertThat(get(peer, "/status")).contains(closed).contains("named by the operator");
      String scrape = get(peer, "/metrics");
      everyBudgetIsExplained(scrape);
      return series(scrape);
    }
  }

  private static void everyBudgetIsExplained(String scrape) throws IOException {
    String page = Files.readString(Path.of("..", "docs", "explanation", "limits.md"));
    List<String> budgets = BUDGET.matcher(scrape).results().map(found -> found.group(1)).toList();
    assertThat(budgets).contains("subscriptions", "events", "negentropy", "sockets");
    for (String budget : budgets) {
      assertThat(page.lines()).anyMatch(line -> line.startsWith("| `" + budget + "` | "));
    }
  }

  private static String get(Peer peer, String path) throws Exception {
    URI uri = URI.create("http://" + peer.uri().getAuthority() + path);
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).body();
    }
  }

  /** The labels of every series, by its name. */
  private static SortedMap<String, SortedSet<String>> series(String scrape) {
    SortedMap<String, SortedSet<String>> series = new TreeMap<>();
    for (String line : scrape.lines().filter(line -> !line.startsWith("#")).toList()) {
      Matcher matcher = SERIES.matcher(line);
      assertThat(matcher.matches()).as(line).isTrue();
      SortedSet<String> labels = series.computeIfAbsent(matcher.group(1), _ -> new TreeSet<>());
      if (matcher.group(2) != null) {
        Matcher label = LABEL.matcher(matcher.group(2));
        while (label.find()) {
          labels.add(label.group(1));
        }
      }
    }
    return series;
  }

  /** Every query of a file: of panels, of alerts and of what the reader can choose. */
  private static List<String> queries(String file) throws IOException {
    List<String> queries = new ArrayList<>();
    gather(JsonTree.parse(Files.readString(DIRECTORY.resolve(file))), queries);
    return queries;
  }

  private static void gather(@Nullable Object value, List<String> queries) {
    if (value instanceof List<?> list) {
      list.forEach(one -> gather(one, queries));
    } else if (value instanceof Map<?, ?> map) {
      if (map.get("expr") instanceof String expression) {
        queries.add(expression);
      }
      if (map.get("query") instanceof String choice && choice.contains("(")) {
        Matcher matcher = LABEL_VALUES.matcher(choice);
        assertThat(matcher.matches()).as(choice).isTrue();
        queries.add(matcher.group(1));
      }
      map.values().forEach(one -> gather(one, queries));
    }
  }

  private static List<String> concat(List<String> first, List<String> second) {
    List<String> all = new ArrayList<>(first);
    all.addAll(second);
    return all;
  }
}
