package dev.graspd.conformance.grasp01;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.GitHttp;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.Pkts;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.client.Texts;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.HostingSuite;
import dev.graspd.testkit.suite.SharedServer;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where repositories are, and where none is. */
class Grasp01AddressTest extends HostingSuite {
  private static final String REFS = "/info/refs?service=git-upload-pack";
  private static final String SCRIPT = "<script>alert(1)</script>";

  @Test
  @Claims({"G01-1", "C-12"})
  void theRelayAndTheGitServerShareAPortAndNobodyAuthenticates() {
    Filled filled = filled();
    assertThat(filled.relay().query(Texts.by(filled.repo().owner())).events()).hasSize(2);
    assertThat(filled.work().must("ls-remote", filled.repo().cloneUrl(), "main"))
        .startsWith(filled.commit());
    assertThat(GitHttp.get("http://" + filled.repo().service()).statusCode()).isEqualTo(200);
    assertThat(GitHttp.get("http://" + filled.repo().service() + "/").statusCode()).isEqualTo(200);
  }

  @Test
  @Claims("G01-1")
  void theCommandsOfTheFrontPageWorkAsTheyAreWritten() {
    HostedRepo repo = new HostedRepo(SharedServer.HOSTING.uri(), newKey(), "my-project");
    RelayClient relay = connect(SharedServer.HOSTING);
    GitClient work = work();
    relay.publish(repo.announcement());
    relay.publish(repo.state("main", work.head()));
    String npub = Bech32.npub(repo.owner().publicKey());
    work.mustShell(command("/my-project.git main"), Map.of("npub", npub));
    assertThat(refs(repo)).containsExactly(work.head() + " " + MAIN);

    String next = work.commit("next", newWord());
    Signer guest = newKey();
    Event request = repo.pullRequest(guest, next);
    Map<String, String> variables =
        Map.of(
            "npub", Bech32.npub(guest.publicKey()),
            "identifier", "my-project",
            "event", request.id().hex());
    work.mustShell(command("HEAD:refs/nostr/$event"), variables);
  }

  /** The line of the front page that ends so. */
  private static String command(String ending) {
    String root = "http://" + newRepo().service() + "/";
    String page = GitHttp.text(GitHttp.get(root, "Accept", "text/html"));
    return page.lines()
        .map(line -> line.replaceFirst("</code></pre>.*", ""))
        .filter(line -> line.endsWith(ending))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no command for " + ending + ": " + page));
  }

  @Test
  @Claims("G01-1")
  void aBasePathPrecedesEverything() {
    HostedRepo repo = new HostedRepo(SharedServer.BASED.uri(), newKey(), newWord());
    RelayClient relay = connect(SharedServer.BASED);
    GitClient work = work();
    relay.publish(repo.announcement());
    relay.publish(repo.state("main", work.head()));
    work.must("push", repo.cloneUrl(), "main");

    assertThat(repo.cloneUrl()).contains("/grasp/here/npub1");
    assertThat(refs(repo)).containsExactly(work.head() + " " + MAIN);
    String above = repo.cloneUrl().replace("/grasp/here", "");
    assertThat(GitHttp.get(above + REFS).statusCode()).isEqualTo(404);
  }

  @Test
  @Claims({"G01-1", "G01-10"})
  void anAnnouncementThatIsOnlyFollowedHasNoRepository() {
    HostedRepo repo = newRepo();
    Signer invited = newKey();
    RelayClient relay = connect(SharedServer.HOSTING);
    relay.publish(repo.announcement(invited));
    Event elsewhere =
        EventBuilder.kind(30617)
            .at(HostedRepo.now())
            .tag("d", repo.identifier())
            .tag("clone", "https://git.example.org/x.git")
            .tag("maintainers", repo.owner().publicKey().hex())
            .signedBy(invited);

    assertThat(relay.publish(elsewhere).accepted()).isTrue();
    assertThat(GitHttp.infoRefs(repo.of(invited), GitHttp.UPLOAD).statusCode()).isEqualTo(404);
    assertThat(GitHttp.infoRefs(repo.of(invited), GitHttp.RECEIVE).statusCode()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(strings = {"my repo", "a%2Fb", "ünï", "x.git", "a+b&c=d", "-", "..."})
  @Claims({"G01-2", "C-13"})
  void oddNamesAreDecodedOnce(String odd) {
    HostedRepo repo =
        new HostedRepo(SharedServer.HOSTING.uri(), newKey(), odd + newWord().substring(0, 3));
    Filled filled = filled(repo);
    assertThat(filled.work().must("ls-remote", repo.cloneUrl())).contains(filled.commit());
  }

  @Test
  @Claims({"W-12a", "G01-2"})
  void aRepositoryIsFoundWithoutGitAtItsEndToo() {
    HostedRepo repo = newRepo();
    String url = repo.cloneUrl().substring(0, repo.cloneUrl().length() - ".git".length());
    GitClient work = work();
    RelayClient relay = connect(SharedServer.HOSTING);
    relay.publish(repo.announcement());
    relay.publish(repo.state("main", work.head()));

    work.must("push", url, "main");
    for (String address : List.of(url, url + "/", repo.cloneUrl() + "/")) {
      assertThat(work.must("ls-remote", address)).as(address).contains(work.head());
    }
    assertThat(GitHttp.get(url + "x/info/refs?service=git-upload-pack").statusCode())
        .isEqualTo(404);
    for (String page : List.of(url, repo.cloneUrl())) {
      HttpResponse<byte[]> moved = GitHttp.get(page + "/");
      assertThat(moved.statusCode()).isEqualTo(301);
      assertThat(moved.headers().firstValue("location"))
          .hasValue(page.substring(page.indexOf('/', "http://".length())));
    }
  }

  @Test
  @Claims("G01-2")
  void aPushToAnUnknownRepositorySaysHowToAnnounceOne() {
    HostedRepo repo = newRepo();
    assertThat(work().mustFail("push", repo.cloneUrl(), "main"))
        .contains("remote: there is no such repository here. To host one, publish its announcement")
        .contains("'ngit init'")
        .contains("not found");
  }

  /** The id of a commit has 64 digits there. */
  @Test
  @Claims("G01-20")
  void aPushOfARepositoryWithOtherIdsIsRefusedInWords() {
    GitClient other = GitClient.at(directory.resolve("sha256"));
    other.must("init", "-q", "-b", "main", "--object-format=sha256");
    other.commit("README", "hello\n");
    HostedRepo repo = filled().repo();
    assertThat(other.mustFail("push", repo.cloneUrl(), "main"))
        .contains("does not support this repository's hash algorithm");
    String command = "0".repeat(64) + " " + other.head() + " " + MAIN + "\0 report-status";
    assertThat(GitHttp.text(GitHttp.post(repo, GitHttp.RECEIVE, Pkts.line(command) + Pkts.FLUSH)))
        .contains("only object-format=sha1 is known here, not the ids of a SHA-256 repository");
  }

  /** The client of LFS shows the message of a JSON answer, and of nothing else. */
  @Test
  @Claims("G01-2")
  void whoAsksForLargeFilesIsToldThatThereAreNone() {
    HttpResponse<byte[]> answer =
        GitHttp.send(
            "POST",
            filled().repo().cloneUrl() + "/info/lfs/objects/batch",
            "{}".getBytes(StandardCharsets.UTF_8));
    assertThat(answer.statusCode()).isEqualTo(501);
    assertThat(answer.headers().firstValue("content-type"))
        .hasValue("application/vnd.git-lfs+json");
    assertThat(GitHttp.text(answer)).startsWith("{\"message\":\"Git LFS is not offered here");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/%NPUB%/.git",
        "/%NPUB%/..git",
        "/%NPUB%/...git",
        "/%NPUB%/%2e%2e.git",
        "/%NPUB%/x%2Fy.git",
        "/%NPUB%/x%5Cy.git",
        "/%NPUB%/x%00y.git",
        "/%NPUB%/x%0Ay.git",
        "/%NPUB%/x%7Fy.git",
        "/%NPUB%/%NAME%.GIT",
        "/%NPUB%//%NAME%.git",
        "//%NPUB%/%NAME%.git",
        "/%NPUB%/../%NPUB%/%NAME%.git",
        "/x/%NPUB%/%NAME%.git",
        "/%UPPER%/%NAME%.git",
        "/%HEX%/%NAME%.git",
        "/%WRONG%/%NAME%.git",
        "/%NPUB%/%NAME%.git/x",
      })
  @Claims({"G01-2", "C-13"})
  void anythingElseIsNotFoundAndBrowsersMayReadThat(String pattern) {
    HostedRepo repo = filled().repo();
    String npub = Bech32.npub(repo.owner().publicKey());
    String path =
        pattern
            .replace("%NPUB%", npub)
            .replace("%NAME%", repo.identifier())
            .replace("%UPPER%", npub.toUpperCase(Locale.ROOT))
            .replace("%HEX%", repo.owner().publicKey().hex())
            .replace("%WRONG%", npub.substring(0, npub.length() - 1) + "b");
    HttpResponse<byte[]> response = GitHttp.get("http://" + repo.service() + path + REFS);
    assertThat(response.statusCode()).as(path).isEqualTo(404);
    assertThat(response.headers().allValues("access-control-allow-origin")).containsExactly("*");
  }

  @ParameterizedTest
  @ValueSource(strings = {".git", ""})
  @Claims("G01-5")
  void aBrowserSeesAPageAndEverythingInItIsText(String suffix) {
    HostedRepo repo = newRepo();
    RelayClient relay = connect(SharedServer.HOSTING);
    GitClient work = work();
    relay.publish(repo.announcing().tag("description", SCRIPT).signedBy(repo.owner()));
    relay.publish(repo.state("main", work.head()));
    work.must("push", repo.cloneUrl(), "main");

    HttpResponse<byte[]> page = GitHttp.get(page(repo) + suffix, "Accept", "text/html");
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.headers().firstValue("content-type").orElse("")).startsWith("text/html");
    assertThat(GitHttp.text(page))
        .contains(repo.identifier())
        .contains("&lt;script&gt;")
        .doesNotContain(SCRIPT);
  }

  @ParameterizedTest
  @ValueSource(strings = {".git", ""})
  @Claims("G01-5")
  void withoutARepositoryThePageSaysSo(String suffix) {
    HttpResponse<byte[]> page =
        GitHttp.get(page(newRepo()) + "%3Cscript%3E" + suffix, "Accept", "text/html");
    assertThat(page.statusCode()).isEqualTo(404);
    assertThat(page.headers().firstValue("content-type").orElse("")).startsWith("text/html");
    assertThat(GitHttp.text(page)).doesNotContain("<script>");
  }

  private static String page(HostedRepo repo) {
    String url = repo.cloneUrl();
    return url.substring(0, url.length() - ".git".length());
  }
}
