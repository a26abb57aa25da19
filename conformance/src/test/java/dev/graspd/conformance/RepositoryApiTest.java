package dev.graspd.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
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
    assertThat(response.headers().allValues("cache-control")).containsExactly("no-store");
    assertThat(response.headers().allValues("content-type"))
        .containsExactly("application/json; charset=utf-8");
    return JsonTree.object(GitHttp.text(response));
  }

  private static Map<?, ?> first(Map<?, ?> document, String list) {
    return JsonTree.asObject(JsonTree.asArray(document.get(list)).getFirst());
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
