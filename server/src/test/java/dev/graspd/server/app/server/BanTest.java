package dev.graspd.server.app.server;

import static dev.graspd.testkit.TestKeys.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.server.app.desk.BanQuestion;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.testkit.Eventually;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RelayClient;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What a ban takes away, where, and that its end brings it back (operations.md, A-4). */
final class BanTest extends BanFixture {
  @Test
  void bannedEventIsGoneAndBackAfterUnban() throws IOException {
    try (RelayClient client = RelayClient.connect(own)) {
      Hosted hosted = hosted(client, owner, "repo");
      Event issue = issue(hosted.repo(), spammer, "spam");
      client.store(issue);

      ban(event(issue));
      assertThat(has(client, issue)).isFalse();
      assertThat(issues(client)).isZero();
      assertThat(client.publish(issue).message()).startsWith("blocked: ");

      unban(event(issue));
      assertThat(has(client, issue)).isTrue();
    }
  }

  @Test
  void bannedEventIsFoundAndShownNowhereUntilItIsBack() throws IOException, InterruptedException {
    try (RelayClient client = RelayClient.connect(own)) {
      Hosted hosted = hosted(client, owner, "repo");
      String word = "word" + spammer.publicKey().hex().substring(0, 12);
      Event issue = issue(hosted.repo(), spammer, word);
      client.store(issue);
      String search = "{\"search\":\"" + word + "\"}";
      Eventually.await(() -> client.query(search).ids().contains(issue.id()));
      String path = path(owner, "repo");
      List<String> pages =
          List.of(
              path + "/issues/" + issue.id(),
              "/event/" + issue.id(),
              "/api/v1/repositories" + path + "/issues/" + issue.id(),
              "/api/v1/events/" + issue.id());
      List<String> lists =
          List.of(
              path + "/issues",
              path + "/feed/issues.atom",
              "/api/v1/repositories" + path + "/issues",
              "/search?q=" + word + "&type=issues");
      for (String page : pages) {
        assertThat(page(page)).as(page).isEqualTo(OK);
      }
      Map<String, String> tags = new TreeMap<>();
      for (String list : lists) {
        tags.put(list, tag(list));
        assertThat(text(list)).as(list).contains(issue.id().hex());
      }

      ban(event(issue));

      assertThat(client.query(search).ids()).isEmpty();
      for (String page : pages) {
        assertThat(page(page)).as(page).isEqualTo(NOT_FOUND);
      }
      for (String list : lists) {
        assertThat(get(list, tags.get(list)).statusCode()).as(list).isEqualTo(OK);
        assertThat(text(list)).as(list).doesNotContain(issue.id().hex());
      }

      unban(event(issue));

      Eventually.await(() -> client.query(search).ids().contains(issue.id()));
      for (String page : pages) {
        assertThat(page(page)).as(page).isEqualTo(OK);
      }
    }
  }

  @Test
  void bannedKeyIsGoneEverywhereAndBackAfterUnban()
      throws IOException, InterruptedException, StartRefused {
    try (RelayClient client = RelayClient.connect(own)) {
      Hosted theirs = hosted(client, spammer, "bad");
      Hosted other = hosted(client, owner, "good");
      Event spam = issue(other.repo(), spammer, "spam");
      Event comment = issue(theirs.repo(), BOB, "about it");
      client.store(spam, comment);
      String page = path(spammer, "bad");
      assertThat(page(page)).isEqualTo(OK);

      ban(key(spammer));

      for (Event event : List.of(theirs.announcement(), theirs.state(), spam, comment)) {
        assertThat(has(client, event)).as("kind %s", event.kind()).isFalse();
      }
      assertThat(theirs.canBeCloned()).isFalse();
      assertThat(page(page)).isEqualTo(NOT_FOUND);
      assertThat(page("/")).isEqualTo(OK);
      assertThat(other.canBeCloned()).isTrue();
      assertThat(client.publish(issue(other.repo(), spammer, "again")).message())
          .startsWith("blocked: ");
      assertThat(client.publish(theirs.announcement()).message()).startsWith("blocked: ");
    }
    restart();
    try (RelayClient client = RelayClient.connect(own)) {
      assertThat(client.count("{\"authors\":[\"" + spammer.publicKey().hex() + "\"]}")).isZero();
      assertThat(page(path(spammer, "bad"))).isEqualTo(NOT_FOUND);
      assertThat(order(BanQuestion.LIST, "", 0, "").text())
          .contains(key(spammer), "in force", "spam", "without an end");

      unban(key(spammer));

      assertThat(client.count("{\"authors\":[\"" + spammer.publicKey().hex() + "\"]}"))
          .isEqualTo(3);
      Eventually.await(() -> issues(client) == 1 && comments(client) == 1);
      assertThat(page(path(spammer, "bad"))).isEqualTo(OK);
      assertThat(new HostedRepo(own, spammer, "bad").cloneUrl())
          .satisfies(url ->
              assertThat(GitClient.at(directory).run("ls-remote", "--exit-code", url).worked())
                  .isTrue());
      assertThat(order(BanQuestion.LIST, "", 0, "").text()).doesNotContain(key(spammer));
    }
  }

  @Test
  void bannedRepositoryIsGoneAndItsOwnerStays() throws IOException, InterruptedException {
    try (RelayClient client = RelayClient.connect(own)) {
      Hosted bad = hosted(client, owner, "bad");
      Hosted good = hosted(client, owner, "good");

      ban(repository(owner, "bad"));

      assertThat(has(client, bad.announcement())).isFalse();
      assertThat(has(client, bad.state())).isFalse();
      assertThat(bad.canBeCloned()).isFalse();
      assertThat(page(path(owner, "bad"))).isEqualTo(NOT_FOUND);
      assertThat(client.publish(bad.repo().announcement()).message()).startsWith("blocked: ");
      assertThat(good.canBeCloned()).isTrue();
      assertThat(
              ask(relay(), "restore " + repository(owner, "bad").substring("repository ".length())))
          .matches(answer -> !answer.done());
      assertThat(bad.canBeCloned()).as("restored beside the ban").isFalse();

      unban(repository(owner, "bad"));

      assertThat(has(client, bad.announcement())).isTrue();
      assertThat(has(client, bad.state())).isTrue();
      assertThat(bad.canBeCloned()).isTrue();
      assertThat(page(path(owner, "bad"))).isEqualTo(OK);
    }
  }

  @Test
  void refOfABannedPullRequestGoesAndComesBack() throws IOException {
    try (RelayClient client = RelayClient.connect(own)) {
      Hosted hosted = hosted(client, owner, "repo");
      String commit = hosted.work().commit("other", "proposal");
      Event request = hosted.repo().pullRequest(spammer, commit);
      String ref = "refs/nostr/" + request.id().hex();
      assertThat(client.publish(request).accepted()).isTrue();
      hosted.work().must("push", "-q", hosted.repo().cloneUrl(), "HEAD:" + ref);
      assertThat(refs(hosted)).contains(ref);

      ban(event(request));
      assertThat(has(client, request)).isFalse();
      assertThat(refs(hosted)).doesNotContain(ref);

      unban(event(request));
      assertThat(has(client, request)).isTrue();
      assertThat(refs(hosted)).contains(ref);
    }
  }

  private static String refs(Hosted hosted) {
    return hosted.work().must("ls-remote", hosted.repo().cloneUrl());
  }
}
