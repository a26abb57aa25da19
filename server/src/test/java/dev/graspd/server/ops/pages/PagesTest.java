package dev.graspd.server.ops.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.server.diary.Subject;
import dev.graspd.server.ops.Lifecycle;
import dev.graspd.server.ops.Lifecycle.Phase;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.Version;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.ops.config.MachineSize;
import dev.graspd.server.ops.config.Settings;
import dev.graspd.server.ops.config.Sources;
import dev.graspd.server.ops.data.KeyOrigin;
import dev.graspd.server.ops.metrics.ServerMetrics;
import dev.graspd.server.peers.status.SyncReadings;
import dev.graspd.server.site.page.StyleSheet;
import dev.graspd.server.web.http.OpsPages.Page;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PagesTest {
  private static final PublicKey KEY =
      PublicKey.parse("7e7e9c42a91bfef19fa929e5fda1b72e0ebc1a4c1141673e2794234d86addf4e");
  private static final Version VERSION = new Version("1.2.3", "abc", "https://example.org/graspd");

  private final Lifecycle lifecycle = new Lifecycle();
  private List<String> troubles = List.of();

  @Test
  void readyFollowsTheLifeOfTheServer() throws StartRefused {
    Pages pages = pages(Map.of());
    assertThat(pages.ready()).extracting(Page::status).isEqualTo(503);
    assertThat(pages.home()).extracting(Page::status).isEqualTo(503);
    lifecycle.reach(Phase.READY);
    assertThat(pages.ready()).extracting(Page::status).isEqualTo(200);
    assertThat(pages.home()).extracting(Page::status).isEqualTo(200);
    lifecycle.reach(Phase.DRAINING);
    assertThat(pages.ready()).extracting(Page::status).isEqualTo(503);
    assertThat(pages.health())
        .isEqualTo(
            new Page(
                200,
                "application/json; charset=utf-8",
                """
                {"status":"ok",\
                "npub":"npub10elfcs4fr0l0r8af98jlmgdh9c8tcxjvz9qkw038js35mp4dma8qzvjptg",\
                "key_source":"file"}
                """));
    lifecycle.reach(Phase.BROKEN);
    assertThat(pages.health()).extracting(Page::status).isEqualTo(503);
  }

  @Test
  void lifeNeverGoesBack() {
    lifecycle.reach(Phase.DRAINING);
    lifecycle.reach(Phase.READY);
    assertThat(lifecycle.phase()).isEqualTo(Phase.DRAINING);
  }

  @Test
  void metricsCanBeSwitchedOff() throws StartRefused {
    assertThat(pages(Map.of()).metrics())
        .satisfies(page -> {
          assertThat(page.status()).isEqualTo(200);
          assertThat(page.contentType()).startsWith("text/plain; version=0.0.4");
          assertThat(page.body()).contains("ngit_websocket_connections_active 0.0");
        });
    assertThat(pages(Map.of("NGIT_METRICS_ENABLED", "false")).metrics())
        .extracting(Page::status)
        .isEqualTo(404);
  }

  @Test
  void troubleIsInTheBodyOfReadinessAndDoesNotEndIt() throws StartRefused {
    Pages pages = pages(Map.of());
    lifecycle.reach(Phase.READY);
    assertThat(pages.ready().body()).isEqualTo("ready\n");
    troubles = List.of("NGIT_GIT_DATA_PATH: little room", "more");
    assertThat(pages.ready().status()).isEqualTo(200);
    assertThat(pages.ready().body()).isEqualTo("degraded: NGIT_GIT_DATA_PATH: little room; more\n");
  }

  @Test
  void documentShowsTheLimitsInForce() throws StartRefused {
    String json =
        pages(
                Map.of(
                    "NGIT_MAX_LIMIT", "700",
                    "NGIT_RELAY_MAX_SUBSCRIPTIONS", "7",
                    "NGIT_MAX_FUTURE_SECS", "60",
                    "NGIT_MIN_POW_DIFFICULTY", "3",
                    "NGIT_READ_ONLY", "true",
                    "NGIT_RELAY_CONTACT", "mailto:a@example.org"))
            .relayInformation()
            .body();
    assertThat(json)
        .isEqualTo(
            """
            {"name":"relay.example.org grasp relay",\
            "description":"A Nostr relay for git repositories, run by graspd",\
            "pubkey":"%1$s","self":"%1$s","contact":"mailto:a@example.org",\
            "software":"https://example.org/graspd","version":"1.2.3",\
            "supported_nips":[1,9,11,13,40,42,45,50,62,67,70,77],"supported_grasps":[],\
            "repo_acceptance_criteria":"No repositories are hosted here yet; as a relay this \
            service accepts any valid event.",\
            "limitation":{"max_message_length":1310720,"max_subscriptions":7,"max_filters":20,\
            "max_limit":700,"default_limit":500,"max_subid_length":64,"max_event_tags":2000,\
            "max_content_length":262144,"min_pow_difficulty":3,"auth_required":false,\
            "payment_required":false,"restricted_writes":true,"created_at_upper_limit":60}}\
            """
                .formatted(KEY.hex()));
  }

  @Test
  void deletionsThatAreNotObeyedAreNotAdvertised() throws StartRefused {
    assertThat(
            pages(Map.of("NGIT_DELETION_REQUEST_DISRESPECTOR", "true")).relayInformation().body())
        .contains("\"supported_nips\":[1,11,13,40,42,45,50,67,70,77]");
  }

  @Test
  void homePageEscapesWhatTheOperatorWrote() throws StartRefused {
    Pages pages = pages(Map.of("NGIT_RELAY_NAME", "<script>alert('x')</script> & \"co\""));
    lifecycle.reach(Phase.READY);
    assertThat(pages.home().body())
        .doesNotContain("<script>")
        .contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &quot;co&quot;")
        .contains("npub10elfcs4fr0l0r8af98jlmgdh9c8tcxjvz9qkw038js35mp4dma8qzvjptg");
  }

  private Pages pages(Map<String, String> environment) throws StartRefused {
    Config config =
        new Config(
            Settings.read(
                Sources.ofEnvironment(environment),
                new MachineSize(2, 1L << 30, path -> 1L << 40)));
    RelayInformation information =
        new RelayInformation(
            KEY,
            config.presentation("relay.example.org"),
            config.admission(ServiceAddress.of("relay.example.org", "/")),
            Optional.empty(),
            config.hostingLimits(),
            false,
            config.relay(),
            config.web().maxMessageBytes(),
            true,
            VERSION);
    SitePages site =
        new SitePages(
            information, ServiceAddress.of("relay.example.org", "/"), RepositoryFacts.Source.NONE);
    return new Pages(
        lifecycle,
        new ServerMetrics(config.metrics().abuseThreshold(), VERSION),
        config.metrics().enabled(),
        new HealthDocument(KEY, KeyOrigin.Kind.FILE),
        information,
        () -> troubles,
        site,
        StyleSheet.load(),
        new ApiPages("/", Optional.empty(), Optional.empty(), Optional.empty()),
        new CataloguePages(ServiceAddress.of("relay.example.org", "/"), Optional.empty()),
        new SyncPages(information, ServiceAddress.of("relay.example.org", "/"), SyncReadings.NONE),
        new WhyPages(PagesTest::nothingKnown));
  }

  private static WhyFacts nothingKnown(Subject subject) {
    return new WhyFacts(
        subject,
        new WhyFacts.Status(WhyFacts.Code.UNKNOWN, "unknown"),
        List.of(),
        0,
        Optional.empty());
  }
}
