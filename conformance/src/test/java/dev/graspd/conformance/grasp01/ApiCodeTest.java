package dev.graspd.conformance.grasp01;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Eventually;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.GitHttp;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.JsonTree;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.HostingSuite;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Code that was pushed can be read by programs, and is what C git says. */
class ApiCodeTest extends HostingSuite {
  private static final Pattern NEXT = Pattern.compile("<([^>]+)>; rel=\"next\"");
  private static final String PROBLEM = "application/problem+json";

  private static String path(HostedRepo repo) {
    return "/api/v1/repositories/"
        + Bech32.npub(repo.owner().publicKey())
        + "/"
        + repo.identifier();
  }

  private static String authority(HostedRepo repo) {
    return "http://" + repo.service();
  }

  /** Asks; the answer is checked against the description of the API as all of them are. */
  private static HttpResponse<byte[]> ask(HostedRepo repo, String target) {
    HttpResponse<byte[]> answer = GitHttp.get(authority(repo) + target);
    assertThat(answer.headers().allValues("access-control-allow-origin")).containsExactly("*");
    assertThat(answer.headers().firstValue("access-control-expose-headers"))
        .hasValue("ETag, Link, Retry-After");
    return answer;
  }

  private static Map<?, ?> document(HostedRepo repo, String rest) {
    HttpResponse<byte[]> answer = ask(repo, path(repo) + rest);
    assertThat(answer.statusCode()).as(rest + GitHttp.text(answer)).isEqualTo(200);
    return JsonTree.object(GitHttp.text(answer));
  }

  private static Optional<String> next(HttpResponse<byte[]> answer) {
    Matcher link = NEXT.matcher(answer.headers().firstValue("link").orElse(""));
    return link.find() ? Optional.of(link.group(1)) : Optional.empty();
  }

  /** Returns all items of a list from an address on, by its links. */
  private static List<Map<?, ?>> items(HostedRepo repo, Optional<String> from) {
    List<Map<?, ?>> items = new ArrayList<>();
    Optional<String> next = from;
    while (next.isPresent()) {
      HttpResponse<byte[]> answer = ask(repo, next.get());
      assertThat(answer.statusCode()).as(next.get()).isEqualTo(200);
      Map<?, ?> part = JsonTree.object(GitHttp.text(answer));
      items.addAll(objects(part.get("items")));
      next = next(answer);
      assertThat(part.get("next") == null).isEqualTo(next.isEmpty());
    }
    return items;
  }

  private static List<Map<?, ?>> items(HostedRepo repo, String rest) {
    return items(repo, Optional.of(path(repo) + rest));
  }

  private static List<Map<?, ?>> objects(Object list) {
    List<Map<?, ?>> objects = new ArrayList<>();
    JsonTree.asArray(list).forEach(item -> objects.add(JsonTree.asObject(item)));
    return objects;
  }

  private static List<String> texts(List<Map<?, ?>> objects, String... fields) {
    List<String> texts = new ArrayList<>();
    for (Map<?, ?> object : objects) {
      List<String> values = new ArrayList<>();
      for (String field : fields) {
        values.add(String.valueOf(object.get(field)));
      }
      texts.add(String.join(" ", values));
    }
    return texts;
  }

  /** Adds a file whose name is not UTF-8, a symbolic link and an executable file. */
  private static void addOddFiles(GitClient work) {
    work.mustShell(
        """
        printf 'odd\\n' > "$(printf 'odd\\377')"
        ln -s README link
        printf '#!/bin/sh\\n' > run
        chmod +x run
        git add -A
        git commit -q -m 'add odd files'
        """,
        Map.of());
  }

  private Filled sample() {
    Filled filled = filled();
    GitClient work = filled.work();
    work.commit("src/main.c", "int main() {\n\treturn 0;\n}\n");
    addOddFiles(work);
    work.commit("src/main.c", "int main() {\n\treturn 1;\n}\n/* end */\n");
    work.must("branch", "side", "main~2");
    filled.push("main", work.head(), "side", work.must("rev-parse", "side").strip());
    return filled;
  }

  @Test
  @Claims("W-84")
  void threadsAreListedAndShownWithTheirEvents() {
    Filled filled = filled();
    HostedRepo repo = filled.repo();
    Event issue =
        EventBuilder.kind(1621)
            .tag("a", repo.address())
            .tag("subject", "It hangs")
            .content("Always.")
            .signedBy(newKey());
    Event comment =
        EventBuilder.kind(1111)
            .tag("E", issue.id().hex())
            .tag("K", "1621")
            .tag("e", issue.id().hex())
            .content("When?")
            .signedBy(repo.owner());
    filled.relay().store(issue);
    filled.relay().store(comment);

    assertThat(texts(items(repo, "/issues"), "id", "title", "comments"))
        .containsExactly(issue.id().hex() + " It hangs 1");
    assertThat(items(repo, "/prs")).isEmpty();
    Map<?, ?> thread = document(repo, "/issues/" + issue.id());
    assertThat(thread.get("content")).isEqualTo("Always.");
    assertThat(thread.get("thread")).isEqualTo(List.of(comment.id().hex()));
    assertThat(ask(repo, path(repo) + "/prs/" + issue.id()).statusCode()).isEqualTo(404);
    assertThat(ask(repo, "/api/v1/events/" + comment.id()).statusCode()).isEqualTo(200);
  }

  @Test
  @Claims("W-82")
  void directoriesAndFilesAreThoseOfGit() {
    Filled filled = sample();
    HostedRepo repo = filled.repo();
    List<String> listed =
        filled.work().must("-c", "core.quotePath=false", "ls-tree", "-l", "main").lines().toList();

    List<Map<?, ?>> entries = items(repo, "/tree/main?limit=2");
    assertThat(texts(entries, "mode", "type", "oid", "size"))
        .containsExactlyInAnyOrderElementsOf(
            listed.stream()
                .map(line -> line.substring(0, line.indexOf('\t')))
                .map(line -> line.replaceAll(" +", " ").replace(" -", " null"))
                .toList());
    Map<?, ?> odd =
        entries.stream()
            .filter(entry -> entry.get("name_base64") != null)
            .findFirst()
            .orElseThrow();
    assertThat(odd.get("name")).isEqualTo("odd\ufffd");
    assertThat(odd.get("name_base64")).isEqualTo("b2Rk/w==");
    assertThat(texts(entries, "target")).contains("README");

    Map<?, ?> blob = document(repo, "/blob/main/odd%FF");
    assertThat(blob.get("content")).isEqualTo("odd\n");
    assertThat(blob.get("encoding")).isEqualTo("utf-8");
    assertThat(blob.get("name_base64")).isEqualTo("b2Rk/w==");
    assertThat(blob.get("lfs")).isNull();
    assertThat(document(repo, "/blob/HEAD/src/main.c").get("content"))
        .isEqualTo("int main() {\n\treturn 1;\n}\n/* end */\n");
  }

  @Test
  @Claims({"W-82", "W-87"})
  void refsSayWhoSignedThem() {
    Filled filled = filled();
    HostedRepo repo = filled.repo();
    filled.work().must("tag", "-a", "-m", "first", "v1");
    String tag = filled.work().must("rev-parse", "v1").strip();
    Event state = repo.state("main", filled.commit(), "refs/tags/v1", tag);
    assertThat(filled.relay().publish(state).accepted()).isTrue();
    filled.work().must("push", repo.cloneUrl(), "v1");

    List<Map<?, ?>> refs = items(repo, "/refs?limit=1");
    assertThat(texts(refs, "name", "oid", "peeled"))
        .containsExactly(
            "refs/heads/main " + filled.commit() + " null",
            "refs/tags/v1 " + tag + " " + filled.commit());
    for (Map<?, ?> ref : refs) {
      Map<?, ?> signer = JsonTree.asObject(ref.get("signed_by"));
      assertThat(signer.get("id")).isEqualTo(state.id().hex());
      assertThat(signer.get("pubkey")).isEqualTo(repo.owner().publicKey().hex());
      assertThat(signer.get("npub")).isEqualTo(Bech32.npub(repo.owner().publicKey()));
    }
  }

  @Test
  @Claims("W-83")
  void differencesAreThoseOfGit() {
    Filled filled = sample();
    HostedRepo repo = filled.repo();
    GitClient work = filled.work();
    work.must("checkout", "-q", "side");
    work.commit("side.txt", "side\n");
    filled.push("main", work.must("rev-parse", "main").strip(), "side", work.head());

    Map<?, ?> compare = document(repo, "/compare/side...main?hunks=0");
    assertThat(compare.get("base")).isEqualTo(work.must("merge-base", "side", "main").strip());
    Map<?, ?> diff = JsonTree.asObject(compare.get("diff"));
    assertThat(texts(objects(diff.get("files")), "added", "removed"))
        .containsExactlyInAnyOrderElementsOf(counts(work, "side...main"));
    assertThat(texts(objects(diff.get("files")), "hunks")).containsOnly("null");
    assertThat(texts(objects(JsonTree.asObject(compare.get("commits")).get("items")), "oid"))
        .isEqualTo(work.must("rev-list", "side..main").lines().toList());

    Map<?, ?> commit = document(repo, "/commits/" + work.must("rev-parse", "main").strip());
    Map<?, ?> change = JsonTree.asObject(commit.get("diff"));
    assertThat(texts(objects(change.get("files")), "added", "removed"))
        .isEqualTo(counts(work, "main~1", "main"));
    assertThat(JsonTree.asObject(commit.get("author")).get("email")).isEqualTo("a@example.org");
    assertThat(objects(change.get("files")).getFirst().toString()).contains("return 1;");
  }

  private static List<String> counts(GitClient work, String... revisions) {
    List<String> command = new ArrayList<>(List.of("diff", "--numstat"));
    command.addAll(List.of(revisions));
    return work.must(command.toArray(String[]::new))
        .lines()
        .map(line -> line.split("\t"))
        .map(parts -> parts[0] + " " + parts[1])
        .toList();
  }

  @Test
  @Claims({"W-83", "W-87"})
  void linesAndEntriesHaveTheCommitsThatGitFinds() {
    Filled filled = sample();
    HostedRepo repo = filled.repo();
    List<String> lines = new ArrayList<>();
    for (Map<?, ?> range : objects(document(repo, "/blame/main/src/main.c").get("ranges"))) {
      for (long i = 0; i < ((Number) range.get("lines")).longValue(); i++) {
        lines.add(
            range.get("oid")
                + " "
                + (((Number) range.get("origin_from")).longValue() + i)
                + " "
                + (((Number) range.get("from")).longValue() + i));
      }
    }
    assertThat(lines)
        .isEqualTo(
            filled
                .work()
                .must("blame", "--porcelain", "main", "--", "src/main.c")
                .lines()
                .filter(line -> line.matches("[0-9a-f]{40} .*"))
                .map(line -> String.join(" ", List.of(line.split(" ")).subList(0, 3)))
                .toList());

    // The first look may take longer than it is allowed to.
    Eventually.await(() -> document(repo, "/last-commits/main").get("truncated") == null);
    Map<?, ?> last =
        items(repo, "/last-commits/main").stream()
            .filter(item -> "src".equals(item.get("name")))
            .findFirst()
            .orElseThrow();
    assertThat(JsonTree.asObject(last.get("commit")).get("oid"))
        .isEqualTo(filled.work().must("rev-parse", "main").strip());
  }

  @Test
  @Claims({"W-83", "W-86"})
  void logOfAMovingBranchHasNoGaps() {
    Filled filled = filled();
    HostedRepo repo = filled.repo();
    GitClient work = filled.work();
    work.mustShell(
        """
        i=1
        while [ "$i" -le 249 ]; do
          git commit -q --allow-empty -m "commit $i" --date "@$((1700000000 + i)) +0000"
          i=$((i + 1))
        done
        """,
        Map.of());
    filled.push("main", work.head());
    List<String> all = work.must("rev-list", "main").lines().toList();
    assertThat(all).hasSize(250);

    HttpResponse<byte[]> first = ask(repo, path(repo) + "/commits?limit=100");
    List<String> walked =
        new ArrayList<>(texts(objects(JsonTree.object(GitHttp.text(first)).get("items")), "oid"));
    work.commit("moved", "on\n");
    filled.push("main", work.head());
    walked.addAll(texts(items(repo, next(first)), "oid"));
    assertThat(walked).isEqualTo(all);
    assertThat(texts(items(repo, "/commits?path=moved"), "oid")).containsExactly(work.head());
  }

  @Test
  @Claims({"W-5", "W-86"})
  void whatCannotBeAnsweredIsAProblem() {
    Filled filled = filled();
    Filled sibling = filled();
    HostedRepo repo = filled.repo();
    for (String rest :
        new String[] {
          "/tree/none",
          "/tree/main/none",
          "/blob/main/none",
          "/tree/" + filled.work().must("rev-parse", "main^{tree}").strip(),
          "/commits/" + sibling.commit(),
          "/commits?rev=" + sibling.commit(),
          "/compare/main...none",
          "/blame/main/none",
          "/last-commits/main/README",
        }) {
      HttpResponse<byte[]> answer = ask(repo, path(repo) + rest);
      assertThat(answer.statusCode()).as(rest).isEqualTo(404);
      assertThat(answer.headers().firstValue("content-type")).hasValue(PROBLEM);
      assertThat(JsonTree.object(GitHttp.text(answer)).get("type"))
          .isEqualTo("/errors/api-not-found");
    }
    for (String rest : new String[] {"/refs?limit=0", "/commits?cursor=x", "/tree/main?sort=x"}) {
      assertThat(ask(repo, path(repo) + rest).statusCode()).as(rest).isEqualTo(400);
    }
    HttpResponse<byte[]> posted =
        GitHttp.send("POST", authority(repo) + path(repo) + "/refs", new byte[0]);
    assertThat(posted.statusCode()).isEqualTo(405);
    assertThat(posted.headers().firstValue("content-type")).hasValue(PROBLEM);
    assertThat(GitHttp.get(authority(repo) + "/errors/api-not-found").statusCode()).isEqualTo(200);
  }

  @Test
  @Claims("W-86")
  void headHasTheHeadersOfGet() {
    HostedRepo repo = filled().repo();
    String url = authority(repo) + path(repo) + "/refs";
    HttpResponse<byte[]> head = GitHttp.send("HEAD", url, new byte[0]);
    HttpResponse<byte[]> get = GitHttp.get(url);
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
    assertThat(head.headers().firstValue("content-length"))
        .isEqualTo(get.headers().firstValue("content-length"));
    assertThat(head.headers().firstValue("content-type"))
        .hasValue("application/json; charset=utf-8");
  }

  @Test
  @Claims({"W-81", "W-87"})
  void repositoryTellsItsNameItsRolesAndItsHead() {
    Filled filled = filled();
    HostedRepo repo = filled.repo();
    HttpResponse<byte[]> answer = GitHttp.get(authority(repo) + path(repo));
    Map<?, ?> document = JsonTree.object(GitHttp.text(answer));
    assertThat(document.get("name")).isEqualTo(repo.identifier());
    assertThat(document.get("pubkey")).isEqualTo(repo.owner().publicKey().hex());
    assertThat(document.get("default_branch")).isEqualTo("main");
    assertThat(JsonTree.asObject(document.get("head")).get("oid")).isEqualTo(filled.commit());
    assertThat(document.get("clone")).isEqualTo(repo.cloneUrl());
    assertThat(document.get("relays")).isEqualTo(List.of("ws://" + repo.service()));
    Map<?, ?> role = objects(document.get("roles")).getFirst();
    assertThat(role.get("role")).isEqualTo("owner");
    assertThat(role.get("id")).isEqualTo(document.get("id"));
  }

  /** What has not changed is not sent again, and lists have a second order. */
  @Test
  @Claims({"W-80", "W-86"})
  void documentAndListHaveVersions() {
    HostedRepo repo = filled().repo();
    String list =
        "/api/v1/repositories?sort=updated&limit=1&owner=" + repo.owner().publicKey().hex();
    for (String target : List.of(path(repo), list)) {
      HttpResponse<byte[]> answer = ask(repo, target);
      String version = answer.headers().firstValue("etag").orElseThrow();
      assertThat(answer.headers().firstValue("cache-control")).hasValue("no-cache");
      HttpResponse<byte[]> again = GitHttp.get(authority(repo) + target, "If-None-Match", version);
      assertThat(again.statusCode()).as(target).isEqualTo(304);
      assertThat(again.body()).isEmpty();
    }
  }
}
