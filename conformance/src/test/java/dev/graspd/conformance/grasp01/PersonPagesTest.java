package dev.graspd.conformance.grasp01;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Eventually;
import dev.graspd.testkit.client.GitHttp;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.JsonTree;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.HostingSuite;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** People, as pages and for programs, and what was refused. */
class PersonPagesTest extends HostingSuite {
  private static String root(Filled filled) {
    return "http://" + filled.repo().service();
  }

  private static String npub(Filled filled) {
    return Bech32.npub(filled.repo().owner().publicKey());
  }

  private static String code(Filled filled, String rest) {
    return filled.repo().cloneUrl().replaceFirst("\\.git$", "") + rest;
  }

  private static HttpResponse<byte[]> get(String url) {
    HttpResponse<byte[]> answer = GitHttp.get(url);
    assertThat(answer.statusCode()).as(url).isEqualTo(200);
    return answer;
  }

  private static String version(HttpResponse<byte[]> answer) {
    return answer.headers().firstValue("ETag").orElseThrow();
  }

  private static void accept(Filled filled, Event event) {
    assertThat(filled.relay().publish(event)).matches(ok -> ok.accepted());
  }

  @Test
  @Claims({"W-10", "W-60", "W-85", "W-95"})
  void personIsNamedOnItsPageAndOnThoseOfItsCode() {
    Filled filled = filled();
    String word = newWord();
    HttpResponse<byte[]> before = get(code(filled, "/tree/HEAD"));
    accept(
        filled,
        EventBuilder.kind(0)
            .at(HostedRepo.now())
            .content("{\"name\":\"Ann %1$s\",\"about\":\"I *write* %1$s\"}".formatted(word))
            .signedBy(filled.repo().owner()));

    for (String rest : List.of("", "/tree/HEAD", "/branches", "/status", "/issues")) {
      assertThat(GitHttp.text(get(code(filled, rest))))
          .as(rest)
          .containsSubsequence("Ann " + word, npub(filled).substring(0, 12) + "…");
    }
    assertThat(version(get(code(filled, "/tree/HEAD")))).isNotEqualTo(version(before));
    assertThat(GitHttp.text(get(root(filled) + "/repos"))).contains("Ann " + word);

    String person = GitHttp.text(get(root(filled) + "/" + npub(filled)));
    assertThat(person)
        .contains("Ann " + word, "<em>write</em>", "<code>" + npub(filled) + "</code>")
        .contains(filled.repo().identifier(), "/feeds/" + npub(filled) + ".atom")
        .contains("/assets/" + npub(filled) + ".qr.png");
    assertThat(
            get(root(filled) + "/assets/" + npub(filled) + ".qr.png")
                .headers()
                .firstValue("Content-Type"))
        .hasValue("image/png");
    Map<?, ?> document =
        JsonTree.object(GitHttp.text(get(root(filled) + "/api/v1/people/" + npub(filled))));
    assertThat(document.get("name")).isEqualTo("Ann " + word);
    assertThat((List<?>) document.get("repositories")).hasSize(1);
  }

  @Test
  @Claims({"W-85", "W-86"})
  void programsSearchByWords() {
    Filled filled = filled();
    String word = "w" + newWord();
    Event issue =
        EventBuilder.kind(1621)
            .at(HostedRepo.now())
            .tag("a", filled.repo().address())
            .tag("subject", "About " + word)
            .signedBy(newKey());
    accept(filled, issue);
    String found = root(filled) + "/api/v1/search?type=issues&q=" + word;

    Eventually.await(() -> GitHttp.text(GitHttp.get(found)).contains(issue.id().hex()));
    Map<?, ?> hit =
        (Map<?, ?>) ((List<?>) JsonTree.object(GitHttp.text(get(found))).get("items")).getFirst();
    assertThat(hit.get("title")).isEqualTo("About " + word);
    HttpResponse<byte[]> refused = GitHttp.get(root(filled) + "/api/v1/search?type=code&q=x");
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.headers().firstValue("Content-Type")).hasValue("application/problem+json");
  }

  @Test
  @Claims("W-54")
  void refusedPushIsOnThePageOfWhatIsSigned() {
    Filled filled = filled();
    assertThat(GitHttp.text(get(code(filled, "/status")))).contains("Refused since");
    String commit = filled.work().commit("more.txt", "more\n");
    assertThat(
            filled.work().mustFail("push", filled.repo().cloneUrl(), commit + ":refs/heads/main"))
        .contains("no signed state");

    assertThat(GitHttp.text(get(code(filled, "/status"))))
        .containsSubsequence("Refused since", "refs/heads/main", "/errors/push-unsigned");
  }

  @Test
  @Claims({"W-19", "W-73"})
  void newsOfAllKindsAreOneFeed() {
    Filled filled = filled();
    Event issue =
        EventBuilder.kind(1621)
            .at(HostedRepo.now())
            .tag("a", filled.repo().address())
            .tag("subject", "In the feed")
            .signedBy(newKey());
    accept(filled, issue);

    assertThat(GitHttp.text(get(code(filled, "/feed/all.atom"))))
        .contains("/commit/" + filled.commit(), "/issues/" + issue.id().hex(), "In the feed");
  }
}
