package dev.graspd.server.ops.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.hunt.domain.HuntTotals;
import dev.graspd.core.sync.relays.RelayView;
import dev.graspd.server.peers.status.SyncOverview;
import dev.graspd.server.peers.status.SyncReadings;
import dev.graspd.server.peers.status.Views;
import dev.graspd.server.upkeep.UpkeepReadings;
import dev.graspd.server.web.TestServer;
import dev.graspd.server.web.http.OpsPages.Page;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class SyncPagesTest {
  private static final List<RelayView> RELAYS =
      List.of(
          Views.failing("wss://down.example.net", "connection refused"),
          Views.connected("wss://up.example.net/nostr", 9));

  @Test
  void theDocumentSaysHowEveryRelayStands() {
    assertThat(pages(RELAYS).json().contentType()).isEqualTo("application/json; charset=utf-8");
    assertThat(pages(RELAYS).json().body())
        .isEqualTo(
            """
            {"enabled":true,"at":1794790923,\
            "totals":{"relays":2,"connected":1,"dead":0,"confirmed":40,"pending":2,"wanted":18,\
            "subscriptions":{"live":5,"passing":1}},\
            "naughty":{"tls":2},"rejected":{"hot":3,"cold":8,"orphans":4},\
            "relays":[\
            {"url":"wss://down.example.net","bootstrap":false,"state":"disconnected",\
            "health":"degraded","failures":3,"repositories":4,"confirmed":0,"pending":0,\
            "wanted":17,"subscriptions":{"live":0,"passing":0},"last_contact":1794789123,\
            "caught_up_until":null,"history_complete":null,"next_attempt":1794791013,\
            "last_error":"connection refused"},\
            {"url":"wss://up.example.net/nostr","bootstrap":false,"state":"connected",\
            "health":"healthy","failures":0,"repositories":9,"confirmed":40,"pending":2,\
            "wanted":1,"subscriptions":{"live":5,"passing":1},"last_contact":1794790923,\
            "caught_up_until":1794790922,"history_complete":1794790423,"next_attempt":null,\
            "last_error":null}],"truncated":false}\
            """);
  }

  @Test
  void thePageSaysItInWords() {
    assertThat(pages(RELAYS).status().body())
        .contains("As of 2026-11-16 01:02:03 UTC")
        .contains("2, of them 1 connected and 0 dead")
        .contains("2 without a valid certificate")
        .contains("3 kept whole, 8 kept by id, 4 wait for an event they refer to")
        .contains("wss://down.example.net")
        .contains("not connected")
        .contains("failing, or back for less than five minutes (3 failures in a row)")
        .contains("2026-11-16 00:32:03 UTC")
        .contains("2026-11-16 01:03:33 UTC")
        .contains("connection refused")
        .contains("wss://up.example.net/nostr")
        .contains("connected, up to date")
        .contains("40 fetched, 2 in progress, 1 to be requested")
        .contains("5 live, 1 temporary")
        .contains("href=\"/api/v1/sync\"");
  }

  @Test
  void aServerThatDoesNotSyncSaysSo() {
    SyncPages off =
        new SyncPages(
            Samples.information("x", Optional.empty()), Samples.service("/"), SyncReadings.NONE);

    assertThat(off.json().body()).isEqualTo("{\"enabled\":false}");
    assertThat(off.status().status()).isEqualTo(200);
    assertThat(off.status().body()).contains("fetches nothing from other relays");
  }

  @Test
  void whatWasDoneForGitDataIsShownWithAndWithoutSync() {
    UpkeepReadings done =
        new UpkeepReadings(3, 1, 2_000, 7_000, Optional.of(Instant.ofEpochSecond(1_700_000_000)));
    for (SyncReadings sync :
        List.<SyncReadings>of(SyncReadings.NONE, () -> Optional.of(Views.overview(RELAYS)))) {
      SyncPages pages =
          new SyncPages(
              PageLayout.of(
                  new ServiceUrls(Samples.service("/")),
                  Samples.information("x", Optional.empty())),
              Samples.service("/"),
              sync,
              () -> done,
              () -> Optional.of(new HuntTotals.Copies(41, 42, 43, 44)));
      assertThat(pages.status().body())
          .contains("3 times, 1 failed")
          .contains("7000")
          .contains("2023-11-14 22:13:20 UTC")
          .contains("href=\"/api/v1/upkeep\"")
          .contains("<h2>Other copies</h2>")
          .contains("<td>Copies with the same values</td><td><bdi>41</bdi></td>")
          .contains("<td>With another value</td><td><bdi>42</bdi></td>")
          .contains("<td>Without some refs</td><td><bdi>43</bdi></td>")
          .contains("<td>Clone URLs that gave no refs</td><td><bdi>44</bdi></td>")
          .doesNotContain("in sync");
      assertThat(pages.upkeep().body())
          .isEqualTo(
              "{\"done\":3,\"failed\":1,\"rewritten_bytes\":2000,\"reclaimed_bytes\":7000,"
                  + "\"last_done\":1700000000}");
    }
  }

  @Test
  void theHomePageLeadsToTheStatusPage() {
    assertThat(Samples.site("x").home().body()).contains("href=\"/status\"");
  }

  @Test
  void whatARelaySaysStaysTextOnTheWire() throws Exception {
    String error = Samples.HOSTILE + "\u202e\n\"},{\"" + "x".repeat(10_000);
    TestSite site = new TestSite(Samples.site("x"), Samples.sync(error), "");
    try (TestServer server = TestServer.builder().pages(site).start();
        HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> page = get(client, server, "/status");
      assertThat(page.statusCode()).isEqualTo(200);
      assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
          .startsWith("default-src 'none'; style-src 'self'; img-src 'self'");
      assertThat(page.body())
          .contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&quot;&gt;&lt;img")
          .doesNotContain("<script")
          .doesNotContain("<img")
          .doesNotContain("\u0000")
          .doesNotContain("x".repeat(257));

      HttpResponse<String> json = get(client, server, "/api/v1/sync");
      assertThat(json.headers().firstValue("Content-Type"))
          .contains("application/json; charset=utf-8");
      assertThat(json.headers().firstValue("Access-Control-Allow-Origin")).contains("*");
      assertThat(json.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
      assertThat(json.body())
          .contains("<script>alert('x')</script>\\\"><img src=x onerror=y>&amp;\\u0000")
          .contains("\\n\\\"},{\\\"xxx")
          .doesNotContain("x".repeat(257));
    }
  }

  @Test
  void manyRelaysAreCutShortAndTheDocumentSaysSo() {
    SyncPages many = pages(relays(SyncDocument.RELAYS_MAX + 1));

    assertThat(many.json().body()).endsWith("],\"truncated\":true}").doesNotContain("//r2000.");
    assertThat(many.json().body().split("\"url\"", -1)).hasSize(SyncDocument.RELAYS_MAX + 1);
    assertThat(many.status().body()).contains("and 501 more");
    assertThat(pages(relays(SyncDocument.RELAYS_MAX)).json().body())
        .endsWith("],\"truncated\":false}");
  }

  @Test
  void anOverviewIsWrittenOnceAndANewOneIsSeenAtOnce() {
    AtomicReference<SyncOverview> now = new AtomicReference<>(Views.overview(RELAYS));
    SyncPages pages =
        new SyncPages(
            Samples.information("x", Optional.empty()),
            Samples.service("/"),
            () -> Optional.of(now.get()));
    Page first = pages.status();

    assertThat(pages.status()).isSameAs(first);
    now.set(Views.overview(List.of()));
    assertThat(pages.status().body()).contains("No repository here names another relay yet");
  }

  private static List<RelayView> relays(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> Views.connected("wss://r" + (1_000 + i) + ".example.net", 1))
        .toList();
  }

  private static SyncPages pages(List<RelayView> relays) {
    SyncOverview overview = Views.overview(relays);
    return new SyncPages(
        Samples.information("x", Optional.empty()),
        Samples.service("/"),
        () -> Optional.of(overview));
  }

  private static HttpResponse<String> get(HttpClient client, TestServer server, String path)
      throws Exception {
    return client.send(HttpRequest.newBuilder(server.http(path)).build(), BodyHandlers.ofString());
  }
}
