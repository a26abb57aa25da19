package dev.graspd.server.ops.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.nostr.refusal.Reason;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.server.ops.pages.RepositoryFacts.Copy;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.page.CodeLinks;
import dev.graspd.server.site.summary.SummaryPage;
import dev.graspd.server.site.truth.Truth;
import dev.graspd.server.web.http.OpsPages.Page;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class SitePagesTest {
  private static final String NPUB = Bech32.npub(Samples.OWNER);

  private final SitePages site = Samples.site("A tool");

  @Test
  void aRepositoryIsShownWithWhatOneNeedsToGetIt() {
    Page page = site.repository(Samples.REPOSITORY);

    assertThat(page.status()).isEqualTo(200);
    assertThat(page.body())
        .contains("A tool")
        .contains("git clone https://relay.example.org/" + NPUB + "/my%20repo.git")
        .contains("git clone nostr://" + NPUB + "/relay.example.org/my%20repo")
        .contains("https://gitworkshop.dev/" + NPUB + "/my%20repo")
        .contains(NPUB)
        .contains("owner")
        .contains("<strong><bdi>main</bdi> (HEAD)</strong>")
        .contains("<bdi>side</bdi>")
        .contains("<code>2222222222</code>")
        .contains("<bdi>v1</bdi>")
        .contains("abababab")
        .contains("2026-11-16 01:02:03 UTC");
  }

  @Test
  void aRepositoryWithoutABranchHasNoLinksToCode() {
    String files = NPUB + "/my%20repo/tree/HEAD\"";
    assertThat(site.repository(Samples.REPOSITORY).body()).contains(files);
    assertThat(Samples.waiting().repository(Samples.REPOSITORY).body())
        .doesNotContain(files)
        .doesNotContain("/commits/HEAD")
        .contains("issues and pull requests");
  }

  @Test
  void keyboardsReachTheContentAndTheBoxesThatScroll() {
    for (Page page : new Page[] {site.home(), site.repository(Samples.REPOSITORY)}) {
      assertThat(page.body())
          .contains("<body><a class=\"skip\" href=\"#main\">Skip to content</a>")
          .contains("<main id=\"main\">")
          .contains("<pre tabindex=\"0\"><code>")
          .doesNotContain("<pre><code>");
    }
  }

  /** As ngit reads it: without a scheme it is a relay with a certificate. */
  @ParameterizedTest
  @CsvSource({
    "relay.example.org, /, relay.example.org",
    "relay.example.org:8443, /, relay.example.org%3A8443",
    "example.org, /grasp, example.org%2Fgrasp",
    "localhost:7334, /, ws%3A%2F%2Flocalhost%3A7334",
    "127.0.0.1:7334, /grasp, ws%3A%2F%2F127.0.0.1%3A7334%2Fgrasp"
  })
  void theAddressForNgitNamesTheRelayInOneSegment(String domain, String basePath, String named) {
    assertThat(new ServiceUrls(ServiceAddress.of(domain, basePath)).nostr(Samples.REPOSITORY))
        .isEqualTo("nostr://" + NPUB + "/" + named + "/my%20repo");
  }

  @Test
  void aRepositoryWithoutANameIsCalledByItsIdentifier() {
    SitePages nameless = Samples.site("");

    assertThat(nameless.repository(Samples.REPOSITORY).body())
        .contains("<h1><bdi>my repo</bdi></h1>");
  }

  @Test
  void aCopyIsSaidToBeArchivedAndWherePushesBelong() {
    assertThat(site.repository(Samples.REPOSITORY).body()).doesNotContain("Archived");
    assertThat(archived(Optional.of("https://git.example.com/r.git")))
        .contains("<strong>Archived. </strong>")
        .contains("takes no pushes for it: push to <bdi>https://git.example.com/r.git</bdi>");
    assertThat(archived(Optional.empty()))
        .contains("<strong>Archived. </strong>")
        .contains("It takes what its maintainers sign and push here, too.");
  }

  private static String archived(Optional<String> pushTo) {
    return Samples.archive(new Copy(pushTo)).repository(Samples.REPOSITORY).body();
  }

  /** W-37: what the first page of a repository says in each state. */
  @ParameterizedTest
  @MethodSource("states")
  void firstPageSaysHowARepositoryStands(Situation situation, Optional<Copy> copy, String words) {
    SitePages pages =
        new SitePages(
            Samples.information("A site", Optional.of(Samples.rules(List.of(), List.of()))),
            Samples.service("/"),
            address -> Optional.of(Samples.facts(address, "A tool", situation, copy)));
    SummaryPage.About about = pages.sections(Samples.REPOSITORY).orElseThrow().about();
    String html =
        Html.render(
            Html.element(
                Html.Tag.DIV,
                SummaryPage.of(
                    new CodeLinks("/", Samples.REPOSITORY), about, new SummaryPage.Root.None())));
    assertThat(html.replaceAll("<[^>]*>", " ").replaceAll(" +", " ")).contains(words);
  }

  static Stream<Arguments> states() {
    String id = "ab".repeat(5);
    return Stream.of(
        Arguments.of(
            Samples.held(30617, false),
            Optional.empty(),
            "announcement " + id + " the first push 2026-11-16 01:02:03 UTC"),
        Arguments.of(
            Samples.held(30617, true),
            Optional.empty(),
            "Expired in the last week event reason when announcement "
                + id
                + " nothing was pushed 2026-11-16 01:02:03 UTC"),
        Arguments.of(
            Samples.held(30618, true),
            Optional.empty(),
            "state " + id + " what it names came later, or can never come"),
        Arguments.of(
            Samples.situation("x"),
            Optional.of(new Copy(Optional.of("https://git.example.com/r.git"))),
            "takes no pushes for it: push to https://git.example.com/r.git"),
        Arguments.of(
            Samples.situation("x"),
            Optional.of(new Copy(Optional.empty())),
            "takes what its maintainers sign and push here, too"),
        Arguments.of(
            Samples.situation("x"),
            Optional.empty(),
            "The server looks for it at the clone URLs; attempts so far: 2."),
        Arguments.of(
            Samples.situation("x"),
            Optional.empty(),
            "main is 1111111111 , who signed that is unknown · 0 of 1 other copy agrees, 1"
                + " unknown"));
  }

  @Test
  void pageOfWhatIsSignedHasWhatWaitsAndTheRoom() {
    SitePages copy = Samples.archive(new Copy(Optional.empty()));
    Truth.Around around = copy.around(Samples.REPOSITORY).orElseThrow();
    assertThat(Html.render(Html.element(Html.Tag.DIV, around.before()))).contains("Archived.");
    assertThat(Html.render(Html.element(Html.Tag.DIV, around.after())))
        .contains("Waiting for git data", "Other copies", "<h2>Storage</h2>", "this repository")
        .doesNotContain("Maintainers");
    assertThat(site.around(Samples.REPOSITORY).orElseThrow().before()).isEmpty();
    assertThat(site.around(Samples.repository("other"))).isEmpty();
  }

  @Test
  void whatIsNotThereIs404() {
    assertThat(site.repository(Samples.repository("other")).status()).isEqualTo(404);
    assertThat(site.notFound().status()).isEqualTo(404);
    assertThat(site.refusal("no-such-thing").status()).isEqualTo(404);
  }

  @Test
  void everyRefusalHasItsPage() {
    for (Reason reason : Reason.all()) {
      Page page = site.refusal(reason.slug());
      assertThat(page.status()).as(reason.slug()).isEqualTo(200);
      assertThat(page.body())
          .contains(Html.render(Html.text(reason.wording().remedy())))
          .contains(Html.render(Html.text(reason.wording().explanation())));
      assertThat(site.refusal("").body()).contains("href=\"/errors/" + reason.slug() + "\"");
    }
  }

  @Test
  void nothingFromOutsideBecomesMarkup() {
    SitePages hostile = Samples.site(Samples.HOSTILE);
    for (Page page : new Page[] {hostile.home(), hostile.repository(Samples.REPOSITORY)}) {
      assertThat(page.body())
          .contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&quot;&gt;&lt;img")
          .contains("&amp;amp;")
          .doesNotContain("<script")
          .doesNotContain("<img")
          .doesNotContain("\u0000");
    }
  }

  @Test
  void theHomePageTellsHowToPush() {
    assertThat(site.home().body())
        .contains(
            "ngit init --defaults --name my-project --grasp-server wss://relay.example.org</code>")
        .contains("[&quot;relays&quot;,&quot;wss://relay.example.org&quot;]")
        .contains("git push https://relay.example.org/$npub/my-project.git main</code>")
        .contains("wss://relay.example.org/")
        .contains("GRASP-01")
        .contains("Any repository is hosted")
        .contains("1, 9, 11");
  }

  @Test
  void commandsOfTheHomePageNameThePortAndThePath() {
    SitePages local =
        new SitePages(
            Samples.information("x", Optional.of(Samples.rules(List.of(), List.of()))),
            ServiceAddress.of("localhost:7334", "/grasp"),
            RepositoryFacts.Source.NONE);
    assertThat(local.home().body())
        .contains("--grasp-server ws://localhost:7334/grasp</code>")
        .contains("git push http://localhost:7334/grasp/$npub/my-project.git main</code>")
        .contains("git push http://localhost:7334/grasp/prs/$npub/$identifier.git HEAD:");
  }

  @Test
  void theHomePageTellsHowToOfferToRepositoriesElsewhereIfThatIsTaken() {
    HostingRules without = Samples.rules(List.of(), List.of()).withoutSubmissions();
    SitePages closed =
        new SitePages(
            Samples.information("x", Optional.of(without)),
            Samples.service("/"),
            RepositoryFacts.Source.NONE);

    assertThat(site.home().body())
        .contains("GRASP-06")
        .contains(
            "git push https://relay.example.org/prs/$npub/$identifier.git HEAD:refs/nostr/$event");
    assertThat(closed.home().body()).doesNotContain("GRASP-06").doesNotContain("/prs/");
  }

  @Test
  void aPlainRelayPromisesNoRepositories() {
    SitePages relay =
        new SitePages(
            Samples.information("x", Optional.empty()),
            Samples.service("/"),
            RepositoryFacts.Source.NONE);

    assertThat(relay.home().body()).doesNotContain("git push").contains("This is a Nostr relay");
  }

  @Test
  void linksStayBelowTheBasePath() {
    SitePages based =
        new SitePages(
            Samples.information("x", Optional.empty()),
            Samples.service("/grasp/"),
            address -> Optional.of(Samples.facts(address, "x")));

    assertThat(based.notFound().body()).contains("href=\"/grasp/\"");
    assertThat(based.home().body()).contains("href=\"/grasp/errors/\"");
    assertThat(based.repository(Samples.REPOSITORY).body())
        .contains("https://relay.example.org/grasp/" + NPUB);
  }
}
