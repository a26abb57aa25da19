package dev.graspd.system.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.client.GitHttp;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.JsonTree;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.HostingSuite;
import dev.graspd.testkit.suite.SharedServer;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What programs and people see of what waits for git data. */
class RepositoryApiTest extends HostingSuite {
  private static final Duration LIFE = Duration.ofMinutes(30);
  private static final String MIRROR = "https://mirror.invalid/r.git";

  private static HttpResponse<byte[]> ask(HostedRepo repo, String identifier) {
    return GitHttp.get(
        "http://"
            + repo.service()
            + "/api/v1/repositories/"
            + Bech32.npub(repo.owner().publicKey())
            + "/"
            + identifier);
  }

  private static Map<?, ?> document(HostedRepo repo) {
    HttpResponse<byte[]> response = ask(repo, repo.identifier());
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().allValues("access-control-allow-origin")).containsExactly("*");
    assertThat(response.headers().allValues("cache-control")).containsExactly("no-cache");
    assertThat(response.headers().allValues("content-type"))
        .containsExactly("application/json; charset=utf-8");
    return JsonTree.object(GitHttp.text(response));
  }

  private static Map<?, ?> first(Map<?, ?> document, String list) {
    return JsonTree.asObject(JsonTree.asArray(document.get(list)).getFirst());
  }

  private static HttpResponse<byte[]> list(HostedRepo repo, String query) {
    return GitHttp.get("http://" + repo.service() + "/api/v1/repositories?" + query);
  }

  private void push(Filled filled, HostedRepo repo) {
    String commit = filled.work().must("rev-parse", "HEAD").strip();
    filled.relay().publish(repo.announcement());
    filled.relay().publish(repo.state("main", commit));
    filled.work().must("push", repo.cloneUrl(), "main");
  }

  @Test
  @Claims({"W-80", "W-86"})
  void listTellsWhatIsHostedForWhomHowLargeAndHowOld() {
    Filled filled = filled();
    HostedRepo first = filled.repo();
    HostedRepo second = new HostedRepo(first.server(), first.owner(), newWord());
    push(filled, second);
    String owner = "owner=" + Bech32.npub(first.owner().publicKey());

    HttpResponse<byte[]> whole = list(first, owner);
    assertThat(whole.statusCode()).isEqualTo(200);
    assertThat(whole.headers().allValues("access-control-allow-origin")).containsExactly("*");
    assertThat(whole.headers().firstValue("link")).isEmpty();
    Map<?, ?> document = JsonTree.object(GitHttp.text(whole));
    assertThat(document.get("next")).isNull();
    assertThat(JsonTree.asArray(document.get("items"))).hasSize(2);
    Map<?, ?> item = first(document, "items");
    assertThat(item.get("identifier")).isEqualTo(second.identifier());
    assertThat(item.get("name")).isEqualTo(second.identifier());
    assertThat(item.get("pubkey")).isEqualTo(first.owner().publicKey().hex());
    assertThat(item.get("description")).isNull();
    assertThat(item.get("clone")).isEqualTo(second.cloneUrl());
    assertThat(item.get("archived")).isEqualTo(false);
    assertThat(((Number) item.get("bytes")).longValue()).isPositive();
    assertThat(((Number) item.get("updated")).longValue())
        .isGreaterThanOrEqualTo(((Number) item.get("announced")).longValue());
    assertThat(JsonTree.asObject(item.get("head")).get("ref")).isEqualTo("refs/heads/main");
    Map<?, ?> counts = JsonTree.asObject(item.get("counts"));
    assertThat(((Number) counts.get("branches")).intValue()).isEqualTo(1);

    HttpResponse<byte[]> part = list(first, "limit=1&" + owner);
    Object next = JsonTree.object(GitHttp.text(part)).get("next");
    assertThat(part.headers().firstValue("link").orElseThrow())
        .isEqualTo(
            "</api/v1/repositories?limit=1&" + owner + "&cursor=" + next + ">; rel=\"next\"");
    assertThat(part.headers().firstValue("access-control-expose-headers").orElseThrow())
        .contains("Link");
    Map<?, ?> rest =
        JsonTree.object(GitHttp.text(list(first, "limit=1&" + owner + "&cursor=" + next)));
    assertThat(first(rest, "items").get("identifier")).isEqualTo(first.identifier());
  }

  @Test
  @Claims("W-86")
  void badQueryIsAProblemThatSaysWhatIsWrong() {
    HttpResponse<byte[]> answer = list(filled().repo(), "limit=1000");
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.headers().firstValue("content-type")).contains("application/problem+json");
    Map<?, ?> problem = JsonTree.object(GitHttp.text(answer));
    assertThat(problem.get("type")).isEqualTo("/errors/query-malformed");
    assertThat(problem.get("title")).isEqualTo("query cannot be used");
    assertThat(((Number) problem.get("status")).intValue()).isEqualTo(400);
    assertThat(problem.get("detail")).isEqualTo("limit is a number from 1 to 100");
    assertThat(problem.get("error").toString()).startsWith("invalid: query cannot be used");
  }

  @Test
  void aHeldStateSaysWhatItWaitsForUntilItIsThere() {
    Filled filled = filled();
    HostedRepo repo = filled.repo();
    assertThat(document(repo).get("held")).isEqualTo(List.of());
    String second = filled.work().commit("README", "more\n");
    Event state = repo.state("main", second);
    long before = Instant.now().plus(LIFE).getEpochSecond();
    assertThat(filled.relay().publish(state).message()).isEqualTo(HELD);

    Map<?, ?> document = document(repo);
    assertThat(document.get("state")).isEqualTo("served");
    assertThat(document.get("truncated")).isEqualTo(false);
    Map<?, ?> held = first(document, "held");
    assertThat(held.get("id")).isEqualTo(state.id().hex());
    assertThat(held.get("author")).isEqualTo(repo.owner().publicKey().hex());
    assertThat(((Number) held.get("kind")).intValue()).isEqualTo(30618);
    assertThat(held.get("missing")).isEqualTo(List.of(second));
    assertThat(((Number) held.get("missing_count")).intValue()).isEqualTo(1);
    assertThat(((Number) held.get("expires")).longValue())
        .isBetween(before - 1, Instant.now().plus(LIFE).getEpochSecond() + 1);
    assertThat(GitHttp.text(GitHttp.get(repo.cloneUrl())))
        .contains("Waiting for git data")
        .contains("object " + second);

    filled.work().must("push", repo.cloneUrl(), "main");
    assertThat(document(repo).get("held")).isEqualTo(List.of());
    assertThat(GitHttp.text(GitHttp.get(repo.cloneUrl()))).doesNotContain("Waiting for git data");
  }

  @Test
  void otherCopiesAreNamedAndAnAnnouncementWaitsForTheFirstPush() {
    HostedRepo repo = newRepo();
    RelayClient relay = connect(SharedServer.HOSTING);
    Event announcement =
        EventBuilder.kind(30617)
            .at(HostedRepo.now())
            .tag("d", repo.identifier())
            .tag("clone", repo.cloneUrl(), MIRROR)
            .tag("relays", "ws://" + repo.service())
            .signedBy(repo.owner());
    assertThat(relay.publish(announcement).message()).isEqualTo(HELD);

    Map<?, ?> document = document(repo);
    assertThat(document.get("state")).isEqualTo("waiting");
    assertThat(first(document, "held").get("waits_for")).isEqualTo("the first push");
    assertThat(first(document, "clone_urls").get("url")).isEqualTo(MIRROR);
    assertThat(GitHttp.text(GitHttp.get(repo.cloneUrl())))
        .contains("Other copies")
        .contains(MIRROR);
  }

  @Test
  void whatIsNotHereIsSaidSo() {
    HttpResponse<byte[]> response = ask(newRepo(), "nothing%20here");

    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(response.headers().allValues("access-control-allow-origin")).containsExactly("*");
    assertThat(JsonTree.object(GitHttp.text(response)).get("error"))
        .isEqualTo("there is no such repository here");
  }
}
