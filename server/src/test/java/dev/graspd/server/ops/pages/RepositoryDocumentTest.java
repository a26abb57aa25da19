package dev.graspd.server.ops.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.hunt.copy.RefComparison;
import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Standing;
import dev.graspd.server.family.held.HeldEvent;
import dev.graspd.server.family.held.HeldEvent.Missing;
import dev.graspd.server.ops.pages.Situation.Compared;
import dev.graspd.server.ops.pages.Situation.Hunt;
import dev.graspd.server.ops.pages.Situation.Remote;
import dev.graspd.server.ops.pages.Situation.Visit;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.web.TestServer;
import dev.graspd.server.web.http.OpsPages.Page;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The document of a repository, and the same facts on its page. */
final class RepositoryDocumentTest {
  private static final String NPUB = Bech32.npub(Samples.OWNER);
  private static final String OWNER = Samples.OWNER.hex();
  private static final String COMMIT = "4".repeat(40);
  private static final SituationSection SECTION =
      new SituationSection(new ServiceUrls(Samples.service("/")));

  @Test
  void theDocumentSaysWhatWaitsWhereItWasSoughtAndWhatWaitedInVain() {
    Page page = Samples.site("connection refused").document(Samples.REPOSITORY);

    assertThat(page.status()).isEqualTo(200);
    assertThat(page.contentType()).isEqualTo("application/json; charset=utf-8");
    assertThat(page.body())
        .isEqualTo(
            """
            {"npub":"%s","identifier":"my repo","pubkey":"%s","id":"%s","name":"A tool",\
            "description":null,"topics":["java"],"web":["https://example.org"],\
            "relays":["wss://relay.example.org"],"euc":"%s","announced":1700000000,\
            "updated":1700000100,"default_branch":"main",\
            "head":{"ref":"refs/heads/main","oid":"%s"},\
            "clone":"https://relay.example.org/%s/my%%20repo.git",\
            "roles":[{"pubkey":"%s","npub":"%s","role":"owner","id":"%s"}],"at":1794790800,"state":"served",\
            "archived":false,"archived_from":null,"room":{"repository":{"used":1500,"limit":5368709120},\
            "owner":{"used":3221225472,"limit":21474836480}},\
            "held":[{"id":"%s","kind":30618,"author":"%s","missing":["%s"],"missing_count":1,\
            "waits_for":"object %s","expires":1794790923}],\
            "hunt":{"enabled":true,"attempts":2,"next_attempt":1794790860},\
            "clone_urls":[\
            {"url":"https://mirror.example.com/r.git","announced":true,"state":"unreachable",\
            "running":false,"last_look":1794790740,"outcome":"unreachable",\
            "detail":"connection refused"},\
            {"url":"https://fork.example.com/r.git","announced":false,"state":"unknown",\
            "running":true,"last_look":null,"outcome":null,"detail":null}],\
            "copies":[{"url":"https://mirror.example.com/r.git","looked_at":1794790740,\
            "same":null,"differs":null,"differs_count":null,"lacks":null,"lacking":null,\
            "extra":null,"head":null,"current":null,"error":"connection refused"}],\
            "expired":[{"id":"%s","kind":1618,"author":"%s","missing":["%s"],"missing_count":1,\
            "reason":"never pushed, and no clone URL brought it: commit %s",\
            "expired":1794704400}],"truncated":false}\
            """
                .formatted(
                    NPUB,
                    OWNER,
                    Samples.ANNOUNCEMENT.hex(),
                    "5".repeat(40),
                    "1".repeat(40),
                    NPUB,
                    OWNER,
                    NPUB,
                    Samples.ANNOUNCEMENT.hex(),
                    "ab".repeat(32),
                    OWNER,
                    COMMIT,
                    COMMIT,
                    "cd".repeat(32),
                    OWNER,
                    COMMIT,
                    COMMIT));
  }

  @Test
  void thePageSaysItInWords() {
    assertThat(Samples.site("connection refused").repository(Samples.REPOSITORY).body())
        .contains("<h2>Waiting for git data</h2>")
        .contains("attempts so far: 2. Next attempt: 2026-11-16 01:01:00 UTC.")
        .contains("object " + COMMIT)
        .contains("2026-11-16 01:02:03 UTC")
        .contains("never pushed, and no clone URL brought it: commit " + COMMIT)
        .contains("<a href=\"/errors/waits-for-git-data\"><bdi>object " + COMMIT)
        .contains("<a href=\"/errors/git-data-never-came\"><bdi>never pushed, and")
        .contains("<h2>Other copies</h2>")
        .contains("<code>https://mirror.example.com/r.git</code>")
        .contains("unknown: connection refused")
        .doesNotContain("in sync")
        .contains("2026-11-16 00:59:00 UTC: unreachable (connection refused)")
        .contains("not visited yet, being visited now")
        .contains("<td>this repository</td><td>1.4 KiB of 5 GiB</td>")
        .contains("<td>all repositories of its owner</td><td>3 GiB of 20 GiB</td>")
        .contains("href=\"/api/v1/repositories/" + NPUB + "/my%20repo\"");
  }

  @Test
  void aRepositoryOfWhichNothingWaitsHasNoSuchSection() {
    Situation quiet = situation(List.of(), List.of());

    assertThat(SECTION.of(quiet)).isEmpty();
    assertThat(document(quiet))
        .contains("\"held\":[],")
        .contains("\"clone_urls\":[],\"copies\":[],\"expired\":[],\"truncated\":false}");
  }

  @ParameterizedTest
  @CsvSource({
    "30617, 0, true, 'the first push', 'nothing was pushed'",
    "30618, 0, true, 'its release', 'what it names came later, or can never come'",
    "30618, 1, true, 'object 1', 'never pushed: object 1'",
    "1618, 1, true, 'commit 1', 'never pushed: commit 1'",
    "1619, 1, true, 'commit 1', 'never pushed: commit 1'",
    "30618, 9, true, '9 objects, the first of them 1', "
        + "'never pushed: 9 objects, the first of them 1'",
    "30618, 9, false, 'at least 9 objects, the first of them 1', "
        + "'never pushed: at least 9 objects, the first of them 1'",
  })
  void reasonsFollowFromWhatIsMissing(
      int kind, int count, boolean complete, String waits, String expired) {
    List<String> ids = count == 0 ? List.of() : List.of("1");
    HeldEvent event = event(kind, new Missing(ids, count, complete));

    assertThat(WaitReasons.waitsFor(event)).isEqualTo(waits);
    assertThat(WaitReasons.expired(event, false)).isEqualTo(expired);
  }

  @Test
  void longListsAreCutShortAndTheDocumentSaysSo() {
    HeldEvent one = event(30618, new Missing(List.of(COMMIT), 1, true));
    int max = RepositoryDocument.ENTRIES_MAX;
    Remote remote =
        new Remote(
            "https://a.example.com/r",
            true,
            Situation.State.UNKNOWN,
            false,
            Optional.empty(),
            Optional.empty());

    assertThat(document(situation(Collections.nCopies(max, one), List.of())))
        .endsWith("\"truncated\":false}");
    String many = document(situation(Collections.nCopies(max + 1, one), List.of()));
    assertThat(many).endsWith("\"truncated\":true}");
    assertThat(many.split("waits_for", -1)).hasSize(max + 1);
    assertThat(document(situation(List.of(), Collections.nCopies(max + 1, remote))))
        .endsWith("\"truncated\":true}");
    assertThat(
            document(
                situation(List.of(event(30618, new Missing(List.of(COMMIT), 2, true))), List.of())))
        .endsWith("\"truncated\":true}");
    assertThat(
            Html.render(
                Html.element(
                    Html.Tag.MAIN,
                    SECTION.of(situation(List.of(), Collections.nCopies(max + 2, remote))))))
        .contains("and 2 more");
  }

  // ---- copies

  private static Situation copy(
      SortedMap<RefName, Oid> here, SortedMap<RefName, Oid> there, boolean current) {
    RefComparison refs = RefComparison.of(here, there, Optional.of(new RefName("refs/heads/main")));
    return situation(
        List.of(),
        List.of(
            new Remote(
                "https://a.example.com/r",
                true,
                Situation.State.BEHIND,
                false,
                Optional.of(new Visit(Samples.AT, "nothing", "", true)),
                Optional.of(new Compared(Samples.AT.minusSeconds(60), refs, current)))));
  }

  private static SortedMap<RefName, Oid> refs(int from, int to, String digit) {
    SortedMap<RefName, Oid> refs = new TreeMap<>();
    for (int i = from; i < to; i++) {
      refs.put(new RefName("refs/heads/b" + i), new Oid(digit.repeat(40)));
    }
    return refs;
  }

  private static String section(Situation situation) {
    return Html.render(Html.element(Html.Tag.MAIN, SECTION.of(situation)));
  }

  @Test
  void refsThatDifferOrAreMissingInACopyAreNamed() {
    SortedMap<RefName, Oid> there = refs(1, 3, "1");
    there.putAll(refs(2, 3, "5"));
    there.putAll(refs(8, 9, "1"));
    Situation situation = copy(refs(0, 3, "1"), there, true);

    assertThat(document(situation))
        .contains(
            """
            "copies":[{"url":"https://a.example.com/r","looked_at":1794790740,"same":1,\
            "differs":[{"ref":"refs/heads/b2","here":"%s","there":"%s"}],"differs_count":1,\
            "lacks":1,"lacking":["refs/heads/b0"],"extra":1,"head":"refs/heads/main",\
            "current":true,"error":null}]\
            """
                .formatted("1".repeat(40), "5".repeat(40)))
        .endsWith("\"truncated\":false}");
    assertThat(section(situation))
        .contains(
            "1 same, 1 with another value, 1 missing; 1 that are not here;"
                + " HEAD is refs/heads/main, compared 2026-11-16 00:59:00 UTC")
        .contains(
            "<td><bdi>refs/heads/b2</bdi></td><td><code>1111111111</code></td>"
                + "<td><code>5555555555</code></td>")
        .contains("<td><bdi>refs/heads/b0</bdi></td><td></td><td>missing</td>")
        .doesNotContain("in sync");
  }

  @Test
  void copyWithTheSameRefsSaysWhenAndWhetherThatIsStillSo() {
    assertThat(section(copy(refs(0, 3, "1"), refs(0, 3, "1"), true)))
        .contains("same: all 3; HEAD is refs/heads/main, compared 2026-11-16 00:59:00 UTC<")
        .doesNotContain("in sync");
    assertThat(section(copy(refs(0, 3, "1"), refs(0, 3, "1"), false)))
        .contains("compared 2026-11-16 00:59:00 UTC (refs here have changed since)");
    assertThat(section(copy(refs(0, 0, "1"), refs(0, 3, "1"), true)))
        .contains("nothing here to compare them with; 3 that are not here");
  }

  @Test
  void refsBeyondTheNamedOnesAreCountedAndThatIsSaid() {
    Situation many = copy(refs(0, 90, "1"), refs(0, 30, "2"), true);

    assertThat(document(many))
        .contains("\"differs_count\":30,\"lacks\":60")
        .endsWith("\"truncated\":true}");
    assertThat(section(many))
        .contains("0 same, 30 with another value, 60 missing")
        .contains("Of each copy the first 20 such refs are kept: <code>git ls-remote</code>");
  }

  @Test
  void whatStrangersSayStaysTextOnTheWire() throws Exception {
    String words = Samples.HOSTILE + "\u202e\n\"},{\"" + "x".repeat(10_000);
    TestSite site =
        TestSite.of(
            new SitePages(
                Samples.information("A site", Optional.empty()),
                Samples.service("/"),
                address -> Optional.of(Samples.facts(address, words))));
    try (TestServer server = TestServer.builder().pages(site).start();
        HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> json =
          get(client, server, "/api/v1/repositories/" + NPUB + "/my%20repo");
      assertThat(json.statusCode()).isEqualTo(200);
      assertThat(json.headers().firstValue("Content-Type"))
          .contains("application/json; charset=utf-8");
      assertThat(json.headers().firstValue("Access-Control-Allow-Origin")).contains("*");
      assertThat(json.headers().firstValue("Cache-Control")).contains("no-cache");
      assertThat(json.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
      assertThat(json.body())
          .contains("<script>alert('x')</script>\\\"><img src=x onerror=y>&amp;\\u0000")
          .contains("\\n\\\"},{\\\"xxx")
          .doesNotContain("x".repeat(257));

      HttpResponse<String> page = get(client, server, "/" + NPUB + "/my%20repo");
      assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
          .startsWith("default-src 'none'; style-src 'self'; img-src 'self'");
      String section = page.body().substring(page.body().indexOf("Other copies"));
      assertThat(section)
          .contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&quot;&gt;&lt;img")
          .doesNotContain("<script")
          .doesNotContain("<img")
          .doesNotContain("\u0000")
          .doesNotContain("x".repeat(257));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"NPUB/other", "NPUB/a%2Fb", "NPUB/", "npub1/repo"})
  void whatIsNotThereIsSaidSoInJson(String path) throws Exception {
    TestSite site = TestSite.of(Samples.site("x"));
    try (TestServer server = TestServer.builder().pages(site).start();
        HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> answer =
          get(client, server, "/api/v1/repositories/" + path.replace("NPUB", NPUB));

      assertThat(answer.statusCode()).isEqualTo(404);
      assertThat(answer.headers().firstValue("Access-Control-Allow-Origin")).contains("*");
      assertThat(answer.body()).isEqualTo("{\"error\":\"there is no such repository here\"}");
    }
  }

  private static HeldEvent event(int kind, Missing missing) {
    return new HeldEvent(
        EventId.parse("ab".repeat(32)), kind, Samples.OWNER, false, missing, Samples.AT);
  }

  private static Situation situation(List<HeldEvent> held, List<Remote> remotes) {
    return new Situation(
        Samples.AT, Standing.SERVED, held, new Hunt(true, 0, Optional.empty(), remotes));
  }

  private static String document(Situation situation) {
    return RepositoryDocument.of(
        Samples.facts(Samples.REPOSITORY, "x", situation), new ServiceUrls(Samples.service("/")));
  }

  private static HttpResponse<String> get(HttpClient client, TestServer server, String path)
      throws Exception {
    return client.send(HttpRequest.newBuilder(server.http(path)).build(), BodyHandlers.ofString());
  }
}
