package dev.graspd.server.site.find.serve;

import static dev.graspd.server.site.SampleFrame.FRAME;
import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.search.EventSearch;
import dev.graspd.core.search.EventSearch.Begun;
import dev.graspd.core.search.SearchFilter;
import dev.graspd.core.store.Removal;
import dev.graspd.server.search.SearchHost;
import dev.graspd.server.site.address.ApiAddress;
import dev.graspd.server.site.address.ApiAddresses;
import dev.graspd.server.site.address.SiteAddress.Search;
import dev.graspd.server.site.api.ApiAnswer;
import dev.graspd.server.site.api.SearchApi;
import dev.graspd.server.site.json.Problem;
import dev.graspd.server.site.openapi.OpenApi;
import dev.graspd.server.talk.NameBook;
import dev.graspd.server.testing.OpenStore;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Eventually;
import dev.graspd.testkit.client.ApiDescription;
import dev.graspd.testkit.client.JsonTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Searches of visitors in a real store and its index (W-62, N50-8). */
final class FindSiteTest extends OpenStore {
  private static final long NOW = 1_800_000_000;
  private static final RepoAddress TOOL =
      new RepoAddress(ALICE.publicKey(), new Identifier("tool"));
  private static final String OWN = "/grasp/" + Bech32.npub(ALICE.publicKey()) + "/tool";

  private static final ApiDescription DESCRIPTION = ApiDescription.parse(OpenApi.document("/"));

  private SearchHost host;

  @BeforeEach
  void startSearch() {
    host = new SearchHost(store, directory.resolve("search"));
    host.start();
  }

  @AfterEach
  void closeSearch() {
    host.close();
  }

  private FindSite site(Optional<EventSearch> search) {
    return new FindSite(FRAME, search(search));
  }

  private ServiceSearch search(Optional<EventSearch> index) {
    return new ServiceSearch(
        index,
        store::served,
        new NameBook(store, NameBook.BYTES_MAX),
        TOOL::equals,
        ALICE.publicKey()::equals,
        () -> NOW);
  }

  private void indexed() {
    Filter any = Filter.builder().search("any").limit(1).build();
    Eventually.await(() ->
        host.begin(List.of(SearchFilter.of(any)), NOW) instanceof Begun.Running(var run)
            && run.snapshotSeq() >= store.lastSeq());
  }

  /** Searches when the index has all that the store has. */
  private String page(String text, Search.Type type) {
    indexed();
    return site(Optional.of(host)).page(new Search(text, type));
  }

  @Test
  void repositoriesLeadToTheirPages() {
    Event _ =
        put(
            EventBuilder.kind(Kinds.ANNOUNCEMENT)
                .tag("d", "tool")
                .tag("name", "Parser <of> things")
                .tag("description", "It reads text"),
            ALICE.publicKey());
    Event elsewhere =
        put(
            EventBuilder.kind(Kinds.ANNOUNCEMENT).tag("d", "other").tag("name", "Parser two"),
            BOB.publicKey());

    assertThat(page("parser", Search.Type.REPOSITORIES))
        .contains("href=\"" + OWN + "\"", "Parser &lt;of&gt; things", "It reads text")
        .contains("/grasp/event/" + elsewhere.id().hex(), "not hosted here")
        .contains("content=\"noindex\"");
    assertThat(page("parser", Search.Type.ISSUES)).contains("Nothing was found");
  }

  @Test
  void threadsLeadToTheirPagesWithTheNameOfTheAuthor() {
    Event _ =
        put(EventBuilder.kind(Kinds.METADATA).content("{\"name\":\"Bob B\"}"), BOB.publicKey());
    Event issue =
        put(
            EventBuilder.kind(Kinds.ISSUE)
                .tag("a", TOOL.toString())
                .tag("subject", "Crash at start")
                .content("It **fails**"),
            BOB.publicKey());
    Event first =
        put(
            EventBuilder.kind(Kinds.PATCH)
                .tag("a", TOOL.toString())
                .content("Subject: [PATCH] Mend the crash\n\nwords"),
            BOB.publicKey());
    Event second =
        put(
            EventBuilder.kind(Kinds.PATCH)
                .tag("a", TOOL.toString())
                .tag("e", first.id().hex(), "", "reply")
                .content("Subject: [PATCH] Test the crash\n\nwords"),
            BOB.publicKey());

    assertThat(page("crash", Search.Type.ISSUES))
        .contains("href=\"" + OWN + "/issues/" + issue.id().hex() + "\"")
        .contains("Crash at start", "It **fails**", "Bob B")
        .contains("href=\"" + OWN + "/prs/" + first.id().hex() + "\"", "Mend the crash")
        .contains("/grasp/event/" + second.id().hex())
        .doesNotContain("/prs/" + second.id().hex());
  }

  @Test
  void peopleLeadToTheirPages() {
    Event _ =
        put(
            EventBuilder.kind(Kinds.METADATA)
                .content("{\"name\":\"Carol\",\"about\":\"writes <tools>\"}"),
            ALICE.publicKey());
    Event other =
        put(EventBuilder.kind(Kinds.METADATA).content("{\"name\":\"carol\"}"), BOB.publicKey());

    assertThat(page("carol", Search.Type.PEOPLE))
        .contains("href=\"/grasp/" + Bech32.npub(ALICE.publicKey()) + "\"")
        .contains("writes &lt;tools&gt;")
        .contains("href=\"/grasp/event/" + other.id().hex() + "\"");
  }

  @Test
  void whatIsRemovedIsNotFound() {
    Event issue =
        put(EventBuilder.kind(Kinds.ISSUE).tag("subject", "Secret words"), BOB.publicKey());
    assertThat(page("secret", Search.Type.ISSUES)).contains("Secret words");

    Object _ =
        store
            .write(tx -> tx.remove(issue.id(), Removal.REPLACED, NOW))
            .toCompletableFuture()
            .join();

    assertThat(site(Optional.of(host)).page(new Search("secret", Search.Type.ISSUES)))
        .doesNotContain("Secret words");
  }

  @Test
  void onlyTheBestTwoHundredAreShown() {
    for (int i = 0; i <= ServiceSearch.HITS_MAX; i++) {
      Event _ =
          put(EventBuilder.kind(Kinds.ISSUE).tag("subject", "Crash " + i).at(i), BOB.publicKey());
    }

    String page = page("crash", Search.Type.ISSUES);

    assertThat(page).contains("These are the best 200; there are more.");
    assertThat(page.split("<h2>", -1)).hasSize(ServiceSearch.HITS_MAX + 1);
  }

  @Test
  void searchThatIsOffOrNotReadySaysSo() {
    Search asked = new Search("words", Search.Type.ISSUES);
    EventSearch building = (_, _) -> new Begun.Building(63);

    assertThat(site(Optional.empty()).page(asked)).contains("switched off");
    assertThat(site(Optional.of(building)).page(asked)).contains("being built (63 %)");
  }

  @Test
  void textWithoutAWordOrWithTooManyIsExplained() {
    assertThat(site(Optional.of(host)).page(new Search("...", Search.Type.ISSUES)))
        .contains("it has no word");
    assertThat(site(Optional.of(host)).page(new Search("language:en", Search.Type.ISSUES)))
        .contains("it has no word");
    assertThat(site(Optional.of(host)).page(new Search("x".repeat(300), Search.Type.ISSUES)))
        .contains("the limit is 256 bytes");
    assertThat(site(Optional.of(host)).page(new Search("", Search.Type.ISSUES)))
        .contains("All words must occur");
  }

  // ---- for programs (W-85)

  private static ApiAnswer answer(SearchApi api, String query) {
    ApiAnswer answer =
        api.of(
            (ApiAddress.Search)
                ((ApiAddresses.Reading.At) ApiAddresses.read("api/v1/search", query)).address());
    List<String> faults =
        switch (answer) {
          case ApiAnswer.Document(var json, _, _) ->
              DESCRIPTION.faults("/api/v1/search", 200, "application/json", json);
          case ApiAnswer.Refused(var problem) ->
              DESCRIPTION.faults(
                  "/api/v1/search", problem.status(), Problem.TYPE, problem.json("/"));
          case ApiAnswer.Unchanged _ -> List.of();
        };
    assertThat(faults).as(query).isEmpty();
    return answer;
  }

  private static Map<?, ?> document(ApiAnswer answer) {
    return JsonTree.object(((ApiAnswer.Document) answer).json());
  }

  private static int status(ApiAnswer answer) {
    return ((ApiAnswer.Refused) answer).problem().status();
  }

  private static List<String> ids(ApiAnswer answer) {
    return ((List<?>) document(answer).get("items"))
        .stream().map(one -> (String) ((Map<?, ?>) one).get("id")).toList();
  }

  private SearchApi api() {
    indexed();
    return new SearchApi(search(Optional.of(host)), true);
  }

  @Test
  void programsFindWhatVisitorsFind() {
    Event _ =
        put(EventBuilder.kind(Kinds.METADATA).content("{\"name\":\"Bob B\"}"), BOB.publicKey());
    Event issue =
        put(
            EventBuilder.kind(Kinds.ISSUE)
                .at(7)
                .tag("a", TOOL.toString())
                .tag("subject", "Crash at start")
                .content("It fails"),
            BOB.publicKey());

    Map<?, ?> hit =
        (Map<?, ?>)
            ((List<?>) document(answer(api(), "q=crash&type=issues")).get("items")).getFirst();

    assertThat(hit.get("id")).isEqualTo(issue.id().hex());
    assertThat(hit.get("type")).isEqualTo("issue");
    assertThat(hit.get("title")).isEqualTo("Crash at start");
    assertThat(((Map<?, ?>) hit.get("author")).get("name")).isEqualTo("Bob B");
    assertThat(((Map<?, ?>) hit.get("repository")).get("identifier")).isEqualTo("tool");
    assertThat(hit.get("page")).isEqualTo(OWN.substring(6) + "/issues/" + issue.id().hex());
    assertThat(ids(answer(api(), "q=crash"))).isEmpty();
  }

  @Test
  void partsOfASearchAreTogetherItsBestTwoHundred() {
    for (int i = 0; i < ServiceSearch.HITS_MAX + 5; i++) {
      Event _ =
          put(EventBuilder.kind(Kinds.ISSUE).tag("subject", "Crash " + i).at(i), BOB.publicKey());
    }
    SearchApi api = api();
    List<String> all = new ArrayList<>();
    String query = "q=crash&type=issues&limit=70";
    ApiAnswer.Document part = (ApiAnswer.Document) answer(api, query);
    while (part.next().isPresent()) {
      all.addAll(ids(part));
      assertThat(document(part).get("truncated")).isNull();
      String next = ApiAddresses.write(part.next().get());
      part = (ApiAnswer.Document) answer(api, next.substring(next.indexOf('?') + 1));
    }
    all.addAll(ids(part));

    assertThat(all).hasSize(ServiceSearch.HITS_MAX).doesNotHaveDuplicates();
    assertThat(document(part).get("truncated"))
        .hasToString("{what=hits, limit=" + ServiceSearch.HITS_MAX + "}");
    assertThat(status(answer(api, "q=crash&type=issues&cursor=" + "ab".repeat(32)))).isEqualTo(404);
  }

  @Test
  void searchesOfProgramsThatCannotBeAnsweredSayWhy() {
    EventSearch building = (_, _) -> new Begun.Building(63);

    assertThat(status(answer(new SearchApi(search(Optional.of(building)), true), "q=a")))
        .isEqualTo(503);
    assertThat(status(answer(new SearchApi(search(Optional.empty()), true), "q=a"))).isEqualTo(404);
    assertThat(status(answer(api(), "q=..."))).isEqualTo(400);
    assertThat(status(answer(api(), ""))).isEqualTo(400);
    assertThat(ApiAddresses.read("api/v1/search", "q=a&type=code"))
        .isInstanceOf(ApiAddresses.Reading.Malformed.class);
  }
}
