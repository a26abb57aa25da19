package dev.graspd.server.ops.config;

import static dev.graspd.server.ops.config.SettingsTest.MACHINE;
import static dev.graspd.server.ops.config.SettingsTest.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.hunt.domain.Domain;
import dev.graspd.core.hunt.domain.DomainLimits;
import dev.graspd.core.hunt.domain.HuntSettings;
import dev.graspd.server.git.ingest.PushLimits;
import dev.graspd.server.git.ingest.budget.CheckLimits;
import dev.graspd.server.git.ingest.budget.IngestLimits;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.web.exchange.ExchangeLimits;
import dev.graspd.server.web.http.RequestLimits;
import dev.graspd.server.web.http.WebTimes;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Limits and times follow their keys, and each other. */
class SettingsInForceTest {
  @Test
  void budgetsOfTheRelayStayBelowHalfOfASmallHeap() throws StartRefused {
    Config config = new Config(read(Map.of()));
    long budgets =
        config.relay().maxSubscriptionBytes()
            + config.relay().maxInflightBytes()
            + config.relay().maxNegCacheBytes()
            + config.web().maxOutputQueueTotalBytes();
    assertThat(budgets).isLessThan(MACHINE.heapBytes() / 2);
  }

  @Test
  void aPlainRelayTakesMoreTagItems() throws StartRefused {
    assertThat(new Config(read(Map.of())).messages().tags().items()).isEqualTo(4_000);
    assertThat(new Config(read(Map.of("NGIT_RELAY_ACCEPT", "all"))).messages().tags().items())
        .isEqualTo(20_000);
  }

  @Test
  void everyKeyOfTheHuntReachesIt() throws StartRefused {
    assertThat(new Config(read(Map.of())).outgoing().huntSettings())
        .isEqualTo(HuntSettings.DEFAULT);
    DomainLimits more = new DomainLimits(10, 60);
    assertThat(
            new Config(
                    read(
                        Map.of(
                            "NGIT_SYNC_DOMAIN_CONCURRENT", "2",
                            "NGIT_SYNC_DOMAIN_RATE_LIMIT", "7",
                            "NGIT_SYNC_DOMAIN_OVERRIDES", "github.com:10,60",
                            "NGIT_SYNC_MAX_FETCHES", "9",
                            "NGIT_NAUGHTY_LIST_EXPIRATION_HOURS", "3")))
                .outgoing()
                .huntSettings())
        .isEqualTo(
            new HuntSettings(
                new DomainLimits(2, 7),
                new TreeMap<>(Map.of(new Domain("github.com"), more)),
                9,
                Duration.ofHours(3)));
  }

  @Test
  void smallerLimitsPullTheirDefaultsAlong() throws StartRefused {
    Settings settings = read(Map.of("NGIT_MAX_LIMIT", "100", "NGIT_MAX_MESSAGE_BYTES", "20000"));
    assertThat(settings.get(RelayKeys.FILTER_LIMIT)).isEqualTo(100);
    assertThat(settings.get(RelayKeys.MAX_EVENT_BYTES)).isEqualTo(20_000);
    assertThat(settings.get(RelayKeys.MAX_STATE_EVENT_BYTES)).isEqualTo(20_000);
  }

  @Test
  void whatGitMayCostFollowsItsKeys() throws StartRefused {
    Config config =
        new Config(
            read(
                Map.of(
                    "NGIT_MAX_UPLOADS", "9",
                    "NGIT_MAX_WANTS", "11",
                    "NGIT_MAX_HAVES", "12",
                    "NGIT_MAX_PUSH_BYTES", "13",
                    "NGIT_MAX_PUSH_COMMANDS", "14")));
    assertThat(config.serve())
        .satisfies(serve -> {
          assertThat(serve.uploads().total()).isEqualTo(9);
          assertThat(serve.uploads().perAddress()).isEqualTo(4);
          assertThat(serve.request().wants()).isEqualTo(11);
          assertThat(serve.request().haves()).isEqualTo(12);
        });
    assertThat(config.ingest())
        .isEqualTo(
            new IngestLimits(
                13, 104_857_600, 16_777_216, 2_000_000, 14, 4_095, CheckLimits.DEFAULT, 1L << 30));
  }

  @Test
  void whatChecksOfPacksMayTakeFollowsItsKeys() throws StartRefused {
    Config config =
        new Config(
            read(
                Map.of(
                    "NGIT_MAX_PACK_HISTORY_WALK", "15",
                    "NGIT_GIT_LONG_WAIT_SECS", "16",
                    "NGIT_GIT_WAIT_SECS", "17")));
    assertThat(config.ingest().checks())
        .isEqualTo(new CheckLimits(15, Duration.ofSeconds(16), Duration.ofSeconds(17)));
  }

  @Test
  void whatPagesMayCostFollowsItsKeys() throws StartRefused {
    assertThat(
            new Config(
                    read(
                        Map.of(
                            "NGIT_PAGE_THREADS", "3",
                            "NGIT_MAX_WAITING_PAGES", "80",
                            "NGIT_MAX_PAGE_BYTES", "2000000",
                            "NGIT_MAX_PIPELINED_BYTES", "3000000")))
                .web()
                .requests())
        .isEqualTo(new RequestLimits(3, 80, 2_000_000, Duration.ofSeconds(15), 3_000_000));
  }

  @Test
  void earlyRequestsAndHeadersFollowTheirKeys() throws StartRefused {
    RequestLimits limits =
        new Config(
                read(
                    Map.of(
                        "NGIT_PAGE_SECS", "7",
                        "NGIT_MAX_PIPELINED_REQUESTS", "3",
                        "NGIT_MAX_HTTP_HEADERS", "40")))
            .web()
            .requests();
    assertThat(limits.pageWithin()).isEqualTo(Duration.ofSeconds(7));
    assertThat(limits.maxPipelinedRequests()).isEqualTo(3);
    assertThat(limits.maxHeaders()).isEqualTo(40);
  }

  @Test
  void timesOfSocketsFollowTheirKeys() throws StartRefused {
    Config usual = new Config(read(Map.of()));
    assertThat(usual.webTimes()).isEqualTo(WebTimes.DEFAULT);
    assertThat(usual.exchanges()).isEqualTo(ExchangeLimits.DEFAULT);
    Config config =
        new Config(
            read(
                Map.of(
                    "NGIT_REQUEST_HEAD_SECS", "1",
                    "NGIT_MESSAGE_SECS", "2",
                    "NGIT_STALLED_SECS", "3",
                    "NGIT_GIT_BODY_SECS", "4",
                    "NGIT_KEEP_ALIVE_SECS", "5")));
    assertThat(config.webTimes().keepAlive()).isEqualTo(Duration.ofSeconds(5));
    assertThat(config.webTimes().requestHead()).isEqualTo(Duration.ofSeconds(1));
    assertThat(config.webTimes().message()).isEqualTo(Duration.ofSeconds(2));
    assertThat(config.webTimes().stalledOutput()).isEqualTo(Duration.ofSeconds(3));
    assertThat(config.exchanges().stalled()).isEqualTo(Duration.ofSeconds(3));
    assertThat(config.exchanges().body()).isEqualTo(Duration.ofSeconds(4));
    assertThat(config.serve().times().body()).isEqualTo(Duration.ofSeconds(4));
  }

  @Test
  void waitsOfGitClientsFollowTheirKeys() throws StartRefused {
    Config usual = new Config(read(Map.of()));
    assertThat(usual.pushes()).isEqualTo(PushLimits.DEFAULT);
    Config config =
        new Config(
            read(
                Map.of(
                    "NGIT_MAX_WAITING_GIT", "9",
                    "NGIT_GIT_WAIT_SECS", "1",
                    "NGIT_GIT_LONG_WAIT_SECS", "2",
                    "NGIT_GIT_REQUEST_SECS", "3",
                    "NGIT_MIN_PACE_BYTES_PER_SEC", "4",
                    "NGIT_MAX_WAITING_LOOKUPS", "5",
                    "NGIT_MAX_HISTORY_ANSWERS", "600",
                    "NGIT_MAX_IDENTIFIER_BYTES", "70000")));
    assertThat(config.serve().uploads().waiting()).isEqualTo(9);
    assertThat(config.serve().times().placeWait()).isEqualTo(Duration.ofSeconds(1));
    assertThat(config.serve().times().heapWait()).isEqualTo(Duration.ofSeconds(2));
    assertThat(config.serve().times().total()).isEqualTo(Duration.ofSeconds(3));
    assertThat(config.pushes().waiting()).isEqualTo(9);
    assertThat(config.pushes().waitMax()).isEqualTo(Duration.ofSeconds(2));
    assertThat(config.pushes().packTime()).isEqualTo(Duration.ofSeconds(3));
    assertThat(config.pushes().paceBytesPerSecond()).isEqualTo(4);
    assertThat(config.waitingLookups()).isEqualTo(5);
    assertThat(config.hostingLimits().maxHistoryAnswers()).isEqualTo(600);
    assertThat(config.hostingLimits().maxIdentifierBytes()).isEqualTo(70_000);
  }

  @Test
  void reservedFetchesFollowTheirKey() throws StartRefused {
    assertThat(
            new Config(read(Map.of("NGIT_SYNC_MAX_FETCHES", "9")))
                .outgoing()
                .huntSettings()
                .reserved())
        .isEqualTo(2);
    assertThat(
            new Config(read(Map.of("NGIT_SYNC_RESERVED_FETCHES", "5")))
                .outgoing()
                .huntSettings()
                .reserved())
        .isEqualTo(5);
  }

  @Test
  void diskReserveIsAtLeastOneGibibyte() throws StartRefused {
    assertThat(new Config(read(Map.of())).data().minFreeDiskBytes()).isEqualTo(1L << 30);
  }
}
