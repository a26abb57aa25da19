package dev.graspd.system.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.GitHttp;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.JsonTree;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.HostingSuite;
import dev.graspd.testkit.suite.Peer;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a server says of the copies of its repositories on another one. */
@Timeout(120)
class CopiesTest extends HostingSuite {
  /** At this scale the server compares a copy every ten seconds. */
  private static final String SCALE = "300";

  private final Signer owner = newKey();
  private final String identifier = newWord();

  private static Map<?, ?> entry(Map<?, ?> document, String list, String url) {
    return JsonTree.asArray(document.get(list)).stream()
        .map(JsonTree::asObject)
        .filter(one -> url.equals(one.get("url")))
        .findFirst()
        .orElseThrow();
  }

  private static void publish(Peer server, Event... events) {
    try (RelayClient relay = server.connect()) {
      for (Event event : events) {
        assertThat(relay.publish(event).accepted()).isTrue();
      }
    }
  }

  private HostedRepo at(Peer server) {
    return new HostedRepo(server.uri(), owner, identifier);
  }

  private String get(Peer server, String path) {
    HttpResponse<byte[]> answer =
        GitHttp.get(
            "http://"
                + at(server).service()
                + path
                + Bech32.npub(owner.publicKey())
                + "/"
                + identifier);
    assertThat(answer.statusCode()).isEqualTo(200);
    return GitHttp.text(answer);
  }

  private Map<?, ?> copy(Peer server, String list, String url) {
    return entry(JsonTree.object(get(server, "/api/v1/repositories/")), list, url);
  }

  private void awaitSame(Peer server, String url, int same) {
    server.await(
        () ->
            copy(server, "copies", url).get("same") instanceof Number one && one.intValue() == same,
        () -> get(server, "/api/v1/repositories/"));
  }

  /** An announcement for two servers that names a third place, where there is nothing. */
  private Event announcement(Peer first, Peer second, String nothing) {
    return EventBuilder.kind(30617)
        .at(HostedRepo.now())
        .tag("d", identifier)
        .tag("clone", at(first).cloneUrl(), at(second).cloneUrl(), nothing)
        .tag("relays", first.uri().toString(), second.uri().toString())
        .signedBy(owner);
  }

  @Test
  @Claims("W-52")
  void copySaysWhichRefsItLacksUntilItHasThem() {
    GitClient work = work();
    try (Peer other = Peer.start(newWord(), Map.of("NGIT_SYNC_ENABLED", "false"));
        Peer server = Peer.start(newWord(), Map.of("NGIT_TEST_TIME_SCALE", SCALE))) {
      String nothing = "http://" + at(other).service() + "/nothing/here.git";
      Event announcement = announcement(server, other, nothing);
      publish(other, announcement, at(other).state("main", work.head()));
      work.must("push", at(other).cloneUrl(), "main");
      String main = work.head();
      work.must("checkout", "-q", "-b", "dev");
      Event both = at(server).state("main", main, "dev", work.commit("dev", "more\n"));
      publish(server, announcement, both);
      work.must("push", at(server).cloneUrl(), "main", "dev");

      awaitSame(server, at(other).cloneUrl(), 1);
      showsWhatIsMissing(server, at(other).cloneUrl());
      server.await(() -> copy(server, "copies", nothing).get("error") != null);
      showsThatNothingIsThere(server, nothing);

      publish(other, both);
      work.must("push", at(other).cloneUrl(), "main", "dev");
      awaitSame(server, at(other).cloneUrl(), 2);
      assertThat(copy(server, "clone_urls", at(other).cloneUrl()).get("state"))
          .isEqualTo("in_sync");
      assertThat(get(server, "/")).contains("same: all 2").doesNotContain("in sync");
    }
  }

  private void showsWhatIsMissing(Peer server, String url) {
    Map<?, ?> copy = copy(server, "copies", url);
    assertThat(((Number) copy.get("lacks")).intValue()).isEqualTo(1);
    assertThat(copy.get("lacking")).isEqualTo(List.of("refs/heads/dev"));
    assertThat(copy.get("differs")).isEqualTo(List.of());
    assertThat(copy.get("head")).isEqualTo(MAIN);
    assertThat(copy.get("current")).isEqualTo(true);
    assertThat(copy.get("error")).isNull();
    assertThat(copy.get("looked_at")).isNotNull();
    assertThat(copy(server, "clone_urls", url).get("state")).isEqualTo("behind");
    assertThat(get(server, "/"))
        .contains("1 same, 0 with another value, 1 missing; HEAD is refs/heads/main, compared ")
        .contains("<td><bdi>refs/heads/dev</bdi></td><td></td><td>missing</td>")
        .doesNotContain("in sync");
  }

  private void showsThatNothingIsThere(Peer server, String url) {
    assertThat(copy(server, "copies", url).get("error").toString()).contains("404");
    assertThat(copy(server, "copies", url).get("same")).isNull();
    assertThat(copy(server, "clone_urls", url).get("state")).isEqualTo("unreachable");
    assertThat(get(server, "/")).contains("unknown: no repository: ").doesNotContain("in sync");
    // The page of the server is renewed every two seconds.
    server.await(() ->
        GitHttp.text(GitHttp.get("http://" + at(server).service() + "/status"))
            .contains("<td>Clone URLs that gave no refs</td><td><bdi>1</bdi></td>"));
  }
}
