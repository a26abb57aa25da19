package dev.graspd.server.web.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.refusal.QueryReason;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.tree.TreeName;
import dev.graspd.server.diary.Subject;
import dev.graspd.server.git.GitService;
import dev.graspd.server.site.address.ApiAddress;
import dev.graspd.server.site.address.ApiView;
import dev.graspd.server.site.address.Place;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.address.SiteAddress;
import dev.graspd.server.web.HostilePaths;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

public final class RouteTest {
  static final PublicKey OWNER =
      PublicKey.parse("7e7e9c42a91bfef19fa929e5fda1b72e0ebc1a4c1141673e2794234d86addf4e");
  public static final String NPUB = Bech32.npub(OWNER);

  @ParameterizedTest
  @CsvSource({
    "repo, repo",
    "my%20repo, my repo",
    "my%2Drepo, my-repo",
    "a%2525, a%25",
    "a+b, a+b",
    "%E2%82%AC, €",
    "..a, ..a",
    "..., ...",
    "repo.git, repo.git"
  })
  void identifiersAreDecodedOnce(String written, String meant) {
    RepoAddress address = address(meant);

    assertThat(get("/" + NPUB + "/" + written + ".git/info/refs?service=git-upload-pack"))
        .isEqualTo(new Route.InfoRefs(repository(meant), GitService.Name.UPLOAD_PACK));
    assertThat(get("/" + NPUB + "/" + written + ".git")).isEqualTo(page(address, true));
  }

  private static Route page(RepoAddress address, boolean hasEnding) {
    return new Route.Site(
        new SiteAddress.OfRepository(address, hasEnding, new RepositoryView.Summary()));
  }

  @Test
  void bytesBeyondAsciiMayComeUnescaped() {
    String latin1 = new String("€".getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);

    assertThat(get("/" + NPUB + "/" + latin1)).isEqualTo(page(address("€"), false));
  }

  @Test
  void whyIsAskedOfEventsAndOfRefs() {
    String id = "ab".repeat(32);
    String why = "/api/v1/why/";

    assertThat(get(why + id))
        .isEqualTo(new Route.Why(new Subject.OfEvent(EventId.parse(id)), false));
    assertThat(get(why + NPUB + "/my%20repo/refs/heads/a%23b"))
        .isEqualTo(new Route.Why(new Subject.OfRef(address("my repo"), "refs/heads/a#b"), false));
    assertThat(route(HttpMethod.POST, why + id)).isEqualTo(new Route.WrongMethod());
    assertThat(get(why + NPUB + "/repo/" + "x".repeat(256))).isEqualTo(new Route.NotFound());
    assertThat(get(why + NPUB + "/repo")).isEqualTo(new Route.NotFound());
    assertThat(get(why + id.toUpperCase(Locale.ROOT))).isEqualTo(new Route.NotFound());
    assertThat(get(why)).isEqualTo(new Route.NotFound());
  }

  @Test
  void eachServiceHasItsPlace() {
    RepoAddress repo = address("repo");
    String path = "/" + NPUB + "/repo.git";

    assertThat(get(path + "/info/refs?service=git-receive-pack"))
        .isEqualTo(new Route.InfoRefs(repository("repo"), GitService.Name.RECEIVE_PACK));
    assertThat(get(path + "/info/refs?x=1&service=git-upload-pack&y"))
        .isEqualTo(new Route.InfoRefs(repository("repo"), GitService.Name.UPLOAD_PACK));
    assertThat(route(HttpMethod.HEAD, path + "/info/refs?service=git-upload-pack"))
        .isEqualTo(new Route.InfoRefs(repository("repo"), GitService.Name.UPLOAD_PACK));
    assertThat(route(HttpMethod.POST, path + "/git-upload-pack"))
        .isEqualTo(new Route.Exchange(repository("repo"), GitService.Name.UPLOAD_PACK));
    assertThat(route(HttpMethod.POST, path + "/git-receive-pack?x"))
        .isEqualTo(new Route.Exchange(repository("repo"), GitService.Name.RECEIVE_PACK));
    assertThat(get("/" + NPUB + "/repo")).isEqualTo(page(repo, false));
    assertThat(get("/api/v1/repositories/" + NPUB + "/my%20repo"))
        .isEqualTo(new Route.RepositoryDocument(address("my repo")));
    assertThat(get("/api/v1/repositories/" + NPUB + "/repo.git"))
        .as("the identifier is whole")
        .isEqualTo(new Route.RepositoryDocument(address("repo.git")));
    assertThat(get("/api/v1/repositories/" + NPUB + "/.."))
        .isEqualTo(new Route.NoRepositoryDocument());
    assertThat(get("/api/v1/repositories/npub1/repo")).isEqualTo(new Route.NoRepositoryDocument());
    assertThat(route(HttpMethod.POST, "/api/v1/repositories/" + NPUB + "/repo"))
        .isEqualTo(new Route.WrongMethod());
    assertThat(get("/errors")).isEqualTo(new Route.RefusalPage(""));
    assertThat(get("/errors/")).isEqualTo(new Route.RefusalPage(""));
    assertThat(get("/errors/banned")).isEqualTo(new Route.RefusalPage("banned"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/info/refs",
        "/info/refs?",
        "/info/refs?service=",
        "/info/refs?service=git-upload-archive",
        "/info/refs?service=git-upload-pack2",
        "/info/refs?Service=git-upload-pack"
      })
  void dumbClientsAreTold(String rest) {
    assertThat(get("/" + NPUB + "/repo.git" + rest)).isEqualTo(new Route.NoSuchService());
  }

  @Test
  void otherMethodsAreRefused() {
    String path = "/" + NPUB + "/repo.git";

    assertThat(get(path + "/git-upload-pack")).isEqualTo(new Route.WrongMethod());
    assertThat(route(HttpMethod.POST, path + "/info/refs?service=git-upload-pack"))
        .isEqualTo(new Route.WrongMethod());
    assertThat(route(HttpMethod.PUT, path)).isEqualTo(new Route.WrongMethod());
    assertThat(route(HttpMethod.DELETE, path + "/git-receive-pack"))
        .isEqualTo(new Route.WrongMethod());
    assertThat(route(HttpMethod.POST, "/errors/banned")).isEqualTo(new Route.WrongMethod());
  }

  @Test
  void pagesOfCodeAndTheirFilesHaveAddresses() {
    RepoAddress repository =
        new RepoAddress(Bech32.parseNpub(NPUB).orElseThrow(), new Identifier("repo"));
    Place place = Place.of("main", List.of(TreeName.of("a b")));
    Route file =
        new Route.Site(new SiteAddress.OfRepository(repository, new RepositoryView.Tree(place)));
    assertThat(get("/" + NPUB + "/repo/tree/main/a%20b")).isEqualTo(file);
    assertThat(route(HttpMethod.HEAD, "/" + NPUB + "/repo/tree/main/a%20b")).isEqualTo(file);
    assertThat(route(HttpMethod.POST, "/" + NPUB + "/repo/tree/main/a%20b"))
        .isEqualTo(new Route.WrongMethod());
    assertThat(get("/" + NPUB + "/repo/blob/main/a%20b"))
        .isEqualTo(new Route.Moved("/" + NPUB + "/repo/tree/main/a%20b"));
    assertThat(get("/" + NPUB + "/repo/tree/main/a%20b/"))
        .isEqualTo(new Route.Moved("/" + NPUB + "/repo/tree/main/a%20b"));
    Place odd = Place.of("main", List.of(TreeName.of("info"), TreeName.of("refs")));
    assertThat(get("/" + NPUB + "/repo/tree/main/info/refs"))
        .isEqualTo(
            new Route.Site(new SiteAddress.OfRepository(repository, new RepositoryView.Tree(odd))));
    assertThat(get("/assets/1.css")).isEqualTo(new Route.Asset("1.css"));
    SiteAddress owner = new SiteAddress.Person(repository.owner());
    assertThat(get("/" + NPUB)).isEqualTo(new Route.Site(owner));
    assertThat(get("/" + NPUB + "/")).isEqualTo(new Route.Moved("/" + NPUB));
    assertThat(get("/robots.txt")).isEqualTo(new Route.Site(new SiteAddress.Robots()));
  }

  @Test
  void codeForProgramsHasAddresses() {
    String tool = "/api/v1/repositories/" + NPUB + "/tool";
    Route blob =
        new Route.Api(
            new ApiAddress.OfRepository(
                address("tool"), new ApiView.Blob(Place.of("main", List.of(TreeName.of("a b"))))));
    assertThat(get(tool + "/blob/main/a%20b")).isEqualTo(blob);
    assertThat(route(HttpMethod.HEAD, tool + "/blob/main/a%20b")).isEqualTo(blob);
    assertThat(get("/api/v1/openapi.json")).isEqualTo(new Route.Api(new ApiAddress.Description()));
    assertThat(route(HttpMethod.POST, tool + "/blob/main/a%20b"))
        .isEqualTo(new Route.ApiProblem(QueryReason.API_METHOD, "this was POST"));
    assertThat(get(tool + "/refs?limit=0"))
        .isEqualTo(
            new Route.ApiProblem(QueryReason.QUERY_MALFORMED, "limit is a number from 1 to 100"));
    assertThat(get(tool + "/b"))
        .isEqualTo(
            new Route.ApiProblem(QueryReason.API_NOT_FOUND, "nothing can have this address"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/NPUB/.git",
        "/NPUB/..git",
        "/NPUB/...git",
        "/NPUB/.",
        "/NPUB/..",
        "/NPUB/%2e%2e",
        "/NPUB/%2e%2e.git",
        "/NPUB/a%2Fb.git",
        "/NPUB/a%5Cb.git",
        "/NPUB/a%00.git",
        "/NPUB/a%0a.git",
        "/NPUB/a%7f.git",
        "/NPUB/a%.git",
        "/NPUB/a%2.git",
        "/NPUB/a%zz.git",
        "/NPUB/a%+1.git",
        "/NPUB/a%ff.git",
        "/NPUB/a%c0%af.git",
        "/NPUB/a%ed%a0%80.git",
        "/NPUB/a.git/HEAD",
        "/NPUB/a.git/objects/info/packs",
        "/NPUB/a.git/info",
        "/NPUB/a.git/info%2Frefs?service=git-upload-pack",
        "/NPUB/a.git/info/refs/",
        "/NPUB/a.git//info/refs",
        "/NPUB//a.git/info/refs",
        "//NPUB/a.git/info/refs",
        "/NPUB/a.git/../b.git/info/refs",
        "/NPUB/a/HEAD",
        "/NPUB/a/info",
        "/NPUB/a/info/lfs",
        "/NPUB/a//info/refs?service=git-upload-pack",
        "/NPUB/a//",
        "/NPUB/../info/refs?service=git-upload-pack",
        "/NPUB/../metrics",
        "/npub1/a.git",
        "/nprofile1qqs/a.git",
        "/api/a.git",
        "/api/v1/sync/",
        "/api/v2/sync",
        "/api/v1/repositories/NPUB",
        "/api/v2/repositories/NPUB/a",
        "/status/x",
        "/prs/NPUB/a.git",
        "/prs/NPUB/a",
        "/prs/NPUB",
        "/prs/a.git/info/refs?service=git-upload-pack",
        "/prs/NPUB/a/info/refs?service=git-upload-pack",
        "/prs/NPUB/..git/info/refs?service=git-upload-pack",
        "/prs/prs/NPUB/a.git/info/refs?service=git-upload-pack",
        "/PRS/NPUB/a.git/info/refs?service=git-upload-pack",
        "/assets",
        "/assets/x/y",
        "/errors/a/b",
        "/.well-known/x",
        "/%6detrics"
      })
  void everythingElseIsNotFound(String path) {
    assertThat(get(path.replace("NPUB", NPUB))).isEqualTo(new Route.NotFound());
  }

  /** People leave it out; without a redirect, since isomorphic-git posts to the old address. */
  @Test
  void aRepositoryIsFoundWithoutGitAtItsEndToo() {
    String path = "/" + NPUB + "/my%20repo";

    assertThat(get(path + "/info/refs?service=git-upload-pack"))
        .isEqualTo(new Route.InfoRefs(repository("my repo"), GitService.Name.UPLOAD_PACK));
    assertThat(get(path + "/info/refs")).isEqualTo(new Route.NoSuchService());
    assertThat(route(HttpMethod.POST, path + "/git-upload-pack"))
        .isEqualTo(new Route.Exchange(repository("my repo"), GitService.Name.UPLOAD_PACK));
    assertThat(route(HttpMethod.POST, path + "/git-receive-pack"))
        .isEqualTo(new Route.Exchange(repository("my repo"), GitService.Name.RECEIVE_PACK));
    assertThat(get(path + ".GIT/info/refs?service=git-upload-pack"))
        .isEqualTo(new Route.InfoRefs(repository("my repo.GIT"), GitService.Name.UPLOAD_PACK));
  }

  @Test
  void aPageWithASlashAtItsEndIsWithoutIt() {
    String latin1 = new String("€".getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    String place = "/" + NPUB + "/";

    assertThat(get(place + "repo/")).isEqualTo(new Route.Moved(place + "repo"));
    assertThat(get(place + "repo.git/?x")).isEqualTo(new Route.Moved(place + "repo.git"));
    assertThat(get(place + "my%20repo.git/")).isEqualTo(new Route.Moved(place + "my%20repo.git"));
    assertThat(get(place + latin1 + "/")).isEqualTo(new Route.Moved(place + "%E2%82%AC"));
    assertThat(Route.of(request(HttpMethod.GET, "/grasp" + place + "repo/"), "/grasp/"))
        .isEqualTo(new Route.Moved("/grasp" + place + "repo"));
    assertThat(route(HttpMethod.POST, place + "repo/")).isEqualTo(new Route.WrongMethod());
  }

  @Test
  void largeFilesHaveAnAnswerOfTheirOwn() {
    for (String path : new String[] {"/repo.git", "/repo"}) {
      for (String rest : new String[] {"/objects/batch", "/locks/verify", "/locks"}) {
        assertThat(route(HttpMethod.POST, "/" + NPUB + path + "/info/lfs" + rest))
            .isEqualTo(new Route.LargeFiles());
      }
    }
  }

  @Test
  void whatIsSubmittedHasAPlaceForEachKey() {
    RefSpace place = RefSpace.ofSubmissions(OWNER, new Identifier("my repo"));
    String path = "/prs/" + NPUB + "/my%20repo.git/";

    assertThat(get(path + "info/refs?service=git-upload-pack"))
        .isEqualTo(new Route.InfoRefs(place, GitService.Name.UPLOAD_PACK));
    assertThat(get(path + "info/refs?service=git-receive-pack"))
        .isEqualTo(new Route.InfoRefs(place, GitService.Name.RECEIVE_PACK));
    assertThat(Route.of(request(HttpMethod.POST, path + "git-receive-pack"), "/"))
        .isEqualTo(new Route.Exchange(place, GitService.Name.RECEIVE_PACK));
    assertThat(get(path + "git-receive-pack")).isEqualTo(new Route.WrongMethod());
  }

  @Test
  void onlyTheCanonicalNpubCounts() {
    String hex = OWNER.hex();
    String damaged = NPUB.substring(0, NPUB.length() - 1) + (NPUB.endsWith("q") ? "p" : "q");
    for (String name :
        new String[] {NPUB.toUpperCase(Locale.ROOT), hex, damaged, NPUB + "q", "nostr:" + NPUB}) {
      assertThat(get("/" + name + "/a.git")).as(name).isEqualTo(new Route.NotFound());
    }
  }

  @Test
  void identifiersHaveALimit() {
    assertThat(get("/" + NPUB + "/" + "a".repeat(250) + ".git"))
        .isEqualTo(page(address("a".repeat(250)), true));
    assertThat(get("/" + NPUB + "/" + "a".repeat(251) + ".git")).isEqualTo(new Route.NotFound());
  }

  @Test
  void everythingLivesBelowTheBasePath() {
    String path = "/" + NPUB + "/repo.git/git-upload-pack";

    assertThat(Route.of(request(HttpMethod.POST, "/grasp" + path), "/grasp/"))
        .isEqualTo(new Route.Exchange(repository("repo"), GitService.Name.UPLOAD_PACK));
    assertThat(Route.of(request(HttpMethod.POST, path), "/grasp/")).isEqualTo(new Route.NotFound());
  }

  @Test
  void whateverIsAskedForIsRoutedWithoutAFault() {
    Random random = new Random(20_261_116);
    int found = 0;
    for (int i = 0; i < 10_000; i++) {
      String path = HostilePaths.next(random);
      Route route = get(path);
      assertThat(route).as(path).isNotNull();
      found += route instanceof Route.NotFound ? 0 : 1;
    }
    // Some of them must have been good, or nothing behind the first check was tried.
    assertThat(found).isBetween(500, 9_000);
  }

  private static RefSpace repository(String identifier) {
    return RefSpace.ofRepository(address(identifier));
  }

  private static RepoAddress address(String identifier) {
    return new RepoAddress(OWNER, new Identifier(identifier));
  }

  private static Route get(String uri) {
    return route(HttpMethod.GET, uri);
  }

  private static Route route(HttpMethod method, String uri) {
    return Route.of(request(method, uri), "/");
  }

  private static DefaultHttpRequest request(HttpMethod method, String uri) {
    return new DefaultHttpRequest(HttpVersion.HTTP_1_1, method, uri);
  }
}
