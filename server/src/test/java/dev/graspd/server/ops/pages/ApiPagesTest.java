package dev.graspd.server.ops.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.refusal.PageReason;
import dev.graspd.core.nostr.refusal.QueryReason;
import dev.graspd.server.catalogue.Catalogue;
import dev.graspd.server.catalogue.ListPosition;
import dev.graspd.server.diary.DiaryEntry;
import dev.graspd.server.diary.Step;
import dev.graspd.server.diary.Subject;
import dev.graspd.server.peers.status.SyncReadings;
import dev.graspd.server.site.address.ApiAddress;
import dev.graspd.server.site.address.ApiView;
import dev.graspd.server.site.address.Part;
import dev.graspd.server.site.json.JsonDocument;
import dev.graspd.server.site.openapi.ApiRoute;
import dev.graspd.server.site.openapi.ApiRoutes;
import dev.graspd.server.web.http.OpsPages.Page;
import dev.graspd.testkit.client.ApiDescription;
import dev.graspd.testkit.client.JsonTree;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Every document for programs is as the description says. */
final class ApiPagesTest {
  private static final String NPUB = Bech32.npub(Samples.OWNER);
  private static final String REPOSITORIES = "/api/v1/repositories";

  private final ApiPages api =
      new ApiPages("/grasp/", Optional.empty(), Optional.empty(), Optional.empty());
  private final ApiDescription description =
      ApiDescription.parse(api.of(new ApiAddress.Description(), Optional.empty()).body());

  private void check(String path, Page page) {
    assertThat(description.faults(path, page.status(), page.contentType(), page.body()))
        .as(path)
        .isEmpty();
  }

  @Test
  void documentsOfRepositoriesAreDescribed() {
    SitePages site = Samples.site("words");
    check(REPOSITORIES + "/" + NPUB + "/my%20repo", site.document(Samples.REPOSITORY));
    check(REPOSITORIES + "/" + NPUB + "/none", site.document(Samples.repository("none")));
    CataloguePages list = new CataloguePages(Samples.service("/"), Optional.empty());
    check(REPOSITORIES, list.list(""));
    check(REPOSITORIES, list.list("limit=0"));
    Catalogue.Part cut =
        new Catalogue.Part(
            List.of(Samples.entry(Samples.REPOSITORY, "x")),
            Optional.of(new ListPosition(1, Samples.ANNOUNCEMENT)),
            true);
    check(
        REPOSITORIES,
        new Page(200, JsonDocument.TYPE, CataloguePages.json(cut, Samples.service("/"))));
  }

  @Test
  void documentsOfTheServiceAreDescribed() {
    SyncPages sync = Samples.sync("refused");
    check("/api/v1/sync", sync.json());
    check("/api/v1/upkeep", sync.upkeep());
    check(
        "/api/v1/sync",
        new SyncPages(
                Samples.information("A site", Optional.empty()),
                Samples.service("/"),
                SyncReadings.NONE)
            .json());
    EventId id = EventId.parse("ab".repeat(32));
    WhyPages why =
        new WhyPages(subject ->
            new WhyFacts(
                subject,
                new WhyFacts.Status(WhyFacts.Code.SERVED, "stored"),
                List.of(DiaryEntry.of(1_000, Step.HELD, "a push", "waits")),
                1_000,
                Optional.empty()));
    check("/api/v1/why/" + id.hex(), why.json(new Subject.OfEvent(id)));
    check(
        "/api/v1/why/" + NPUB + "/my%20repo/refs/heads/main",
        why.json(new Subject.OfRef(Samples.REPOSITORY, "refs/heads/main")));
    check("/api/v1/openapi.json", api.of(new ApiAddress.Description(), Optional.empty()));
  }

  @Test
  void serverWithoutRepositoriesHasNone() {
    Page page =
        api.of(
            new ApiAddress.OfRepository(
                Samples.REPOSITORY, new ApiView.Refs(new Part<>(1, Optional.empty()))),
            Optional.empty());
    check(REPOSITORIES + "/" + NPUB + "/my%20repo/refs", page);
    assertThat(page.status()).isEqualTo(404);
    assertThat(page.contentType()).isEqualTo("application/problem+json");
    Map<?, ?> problem = JsonTree.object(page.body());
    assertThat(problem.get("type")).isEqualTo("/grasp/errors/api-not-found");
  }

  @Test
  void descriptionThatTheClientHasIsNotSentAgain() {
    ApiAddress address = new ApiAddress.Description();
    assertThat(api.atOnce(address, Optional.empty())).isEmpty();
    Page first = api.of(address, Optional.empty());
    Optional<String> known = Optional.of("\"x\", " + first.headers().get("ETag"));
    Page again = api.atOnce(address, known).orElseThrow();
    assertThat(again.status()).isEqualTo(304);
    assertThat(again.body()).isEmpty();
    assertThat(again.headers())
        .isEqualTo(first.headers())
        .containsEntry("Cache-Control", "no-cache");
    assertThat(api.of(address, known).status()).isEqualTo(304);
  }

  /** Every address may be refused because the server has too much to do. */
  @Test
  void refusalsOfABusyServerAreDescribed() {
    for (ApiRoute route : ApiRoutes.all()) {
      for (PageReason reason :
          List.of(PageReason.PAGE_BUSY, PageReason.PAGE_LATE, PageReason.PAGE_WORK)) {
        Page page = api.problem(reason, reason.wording().remedy());
        assertThat(page.status()).isEqualTo(reason == PageReason.PAGE_WORK ? 429 : 503);
        check(route.example(), page);
      }
    }
  }

  @Test
  void wrongMethodSaysWhichAreRight() {
    Page page = api.problem(QueryReason.API_METHOD, "this was PUT");
    assertThat(page.status()).isEqualTo(405);
    assertThat(page.headers().get("Allow")).isEqualTo("GET, HEAD, OPTIONS");
    assertThat(description.faultsOf("Problem", page.body())).isEmpty();
  }
}
