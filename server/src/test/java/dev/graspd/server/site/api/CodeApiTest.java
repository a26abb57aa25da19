package dev.graspd.server.site.api;

import static dev.graspd.testkit.TestKeys.ALICE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoState;
import dev.graspd.server.git.Scratch;
import dev.graspd.server.site.PublishedRepository;
import dev.graspd.server.site.address.ApiAddress;
import dev.graspd.server.site.address.ApiAddresses;
import dev.graspd.server.site.cache.CodeCache;
import dev.graspd.server.site.json.Problem;
import dev.graspd.server.site.openapi.OpenApi;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Eventually;
import dev.graspd.testkit.client.ApiDescription;
import dev.graspd.testkit.client.JsonTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs read of a repository what C git says, in the form of the description. */
final class CodeApiTest {
  private static final String TOOL =
      "api/v1/repositories/" + Bech32.npub(ALICE.publicKey()) + "/tool";
  private static final ApiDescription DESCRIPTION = ApiDescription.parse(OpenApi.document("/"));
  private static final String EVENT = "e".repeat(64);

  @TempDir Path directory;

  private PublishedRepository repository;
  private Scratch git;
  private List<RepoState> states = List.of();
  private CodeApi api;

  /** The version that the client has. */
  private String known = "";

  @BeforeEach
  void open() throws IOException {
    repository = new PublishedRepository(directory);
    git = repository.git;
    api =
        new CodeApi(
            repository, repository.stores, new CodeCache(0), _ -> states, "1", System::nanoTime);
  }

  @AfterEach
  void close() {
    repository.close();
  }

  private static ApiAddress.OfRepository address(String address) {
    int question = address.indexOf('?');
    String path = question < 0 ? address : address.substring(0, question);
    ApiAddresses.Reading reading =
        ApiAddresses.read(path, question < 0 ? "" : address.substring(question + 1));
    assertThat(reading).as(address).isInstanceOf(ApiAddresses.Reading.At.class);
    return (ApiAddress.OfRepository) ((ApiAddresses.Reading.At) reading).address();
  }

  private ApiAnswer answer(String address) {
    String path = address.replaceFirst("\\?.*", "");
    ApiAnswer answer = api.of(address(address), known::equals);
    List<String> faults =
        switch (answer) {
          case ApiAnswer.Unchanged _ -> List.of();
          case ApiAnswer.Document(var json, _, _) ->
              DESCRIPTION.faults("/" + path, 200, "application/json", json);
          case ApiAnswer.Refused(var problem) ->
              DESCRIPTION.faults("/" + path, problem.status(), Problem.TYPE, problem.json("/"));
        };
    assertThat(faults).as(address).isEmpty();
    return answer;
  }

  private Map<?, ?> document(String rest) {
    ApiAnswer answer = answer(TOOL + rest);
    assertThat(answer).as(rest).isInstanceOf(ApiAnswer.Document.class);
    return JsonTree.object(((ApiAnswer.Document) answer).json());
  }

  /** W-37: neither an error of the server nor something that never was. */
  @Test
  void lostGitDataIsSaidToBeLost() {
    repository.refs =
        new Refs(
            new TreeMap<>(Map.of(new RefName("refs/heads/main"), new Oid("1".repeat(40)))),
            Optional.empty());
    for (String rest : new String[] {"/tree/main", "/blame/main/a", "/commits?rev=main"}) {
      assertThat(answer(TOOL + rest))
          .as(rest)
          .isInstanceOfSatisfying(
              ApiAnswer.Refused.class,
              refused -> assertThat(refused.problem().status()).isEqualTo(503));
    }
  }

  /** All items of a list, by following its links. */
  private List<Map<?, ?>> items(String rest) {
    List<Map<?, ?>> items = new ArrayList<>();
    Optional<String> next = Optional.of(TOOL + rest);
    while (next.isPresent()) {
      ApiAnswer.Document part = (ApiAnswer.Document) answer(next.get());
      Map<?, ?> document = JsonTree.object(part.json());
      JsonTree.asArray(document.get("items")).forEach(item -> items.add(JsonTree.asObject(item)));
      next = part.next().map(ApiAddresses::write);
      assertThat(next.isPresent()).isEqualTo(document.get("next") != null);
    }
    return items;
  }

  private static List<Object> fields(List<Map<?, ?>> items, String field) {
    List<Object> values = new ArrayList<>();
    items.forEach(item -> values.add(item.get(field)));
    return values;
  }

  private void importing(byte[] stream) throws IOException {
    Scratch.Run run = git.run(stream, "fast-import", "--quiet", "--force");
    assertThat(run.code()).as(run.err()).isZero();
    repository.publish();
  }

  private void sample() throws IOException {
    git.commit("README.md", "# Tool\n");
    git.commit("src/main.c", "int main() {\n\treturn 0;\n}\n" + "/* more */\n".repeat(5));
    git.commit("binary", new byte[] {1, 0, 2});
    git.git("tag", "-a", "-m", "first", "v1");
    git.git("tag", "light");
    git.git("checkout", "-q", "-b", "feature/x");
    git.git("mv", "src/main.c", "src/start.c");
    git.commit("src/start.c", "int main() {\n\treturn 1;\n}\n" + "/* more */\n".repeat(5));
    git.git("checkout", "-q", "main");
    git.commit("more", "x");
    git.git("update-ref", "refs/nostr/" + EVENT, git.git("rev-parse", "feature/x"));
    repository.publish();
  }

  @Test
  void refsHaveTheirValuesTheirSignersAndWhatTagsLeadTo() throws IOException {
    sample();
    Event state =
        EventBuilder.kind(30618)
            .at(1_700_000_000)
            .tag("d", "tool")
            .tag("refs/heads/main", git.git("rev-parse", "main"))
            .tag("refs/heads/feature/x", "1".repeat(40))
            .signedBy(ALICE);
    states = List.of(RepoState.of(state).orElseThrow());

    assertThat(document("/refs").get("head")).isEqualTo("refs/heads/main");
    List<Map<?, ?>> refs = items("/refs?limit=2");
    assertThat(fields(refs, "name"))
        .containsExactly(
            "refs/heads/feature/x",
            "refs/heads/main",
            "refs/nostr/" + EVENT,
            "refs/tags/light",
            "refs/tags/v1");
    assertThat(refs.get(0).get("signed_by")).isNull();
    assertThat(JsonTree.asObject(refs.get(1).get("signed_by")))
        .isEqualTo(
            Map.of(
                "id",
                state.id().hex(),
                "pubkey",
                ALICE.publicKey().hex(),
                "npub",
                Bech32.npub(ALICE.publicKey()),
                "at",
                1_700_000_000L));
    assertThat(refs.get(2).get("pull_request")).isEqualTo(EVENT);
    assertThat(refs.get(3).get("peeled")).isNull();
    assertThat(refs.get(4).get("oid")).isEqualTo(git.git("rev-parse", "v1"));
    assertThat(refs.get(4).get("peeled")).isEqualTo(git.git("rev-parse", "v1^{}"));
  }

  @Test
  void directoryIsListedPartByPartAlsoWhenTheBranchMoves() throws IOException {
    for (int i = 0; i < 7; i++) {
      git.commit("f" + i, "x");
    }
    git.commit("dir/x", "x");
    repository.publish();
    ApiAnswer.Document first = (ApiAnswer.Document) answer(TOOL + "/tree/main?limit=3");
    git.git("rm", "-q", "f1", "f2");
    git.commit("a0", "x");
    repository.publish();
    Map<?, ?> second =
        JsonTree.object(
            ((ApiAnswer.Document) answer(ApiAddresses.write(first.next().orElseThrow()))).json());
    List<Map<?, ?>> entries = new ArrayList<>();
    JsonTree.asArray(second.get("items")).forEach(item -> entries.add(JsonTree.asObject(item)));
    assertThat(fields(entries, "name")).containsExactly("f2", "f3", "f4");
    assertThat(second.get("commit")).isEqualTo(git.git("rev-parse", "main~1"));
    assertThat(second.get("total")).isEqualTo(8L);
    assertThat(fields(items("/tree/main"), "name"))
        .containsExactly("dir", "a0", "f0", "f3", "f4", "f5", "f6");
  }

  @Test
  void entriesHaveGitsModesTypesAndTargets() throws IOException {
    importing(
        """
        commit refs/heads/main
        committer A <a@example.org> 1700000000 +0000
        data 1
        x
        M 100755 inline run
        data 3
        #!a
        M 120000 inline link
        data 3
        run
        M 160000 4f2a4f2a4f2a4f2a4f2a4f2a4f2a4f2a4f2a4f2a module
        M 100644 inline "bad\\377 name"
        data 1
        y

        """
            .getBytes(StandardCharsets.ISO_8859_1));
    List<Map<?, ?>> entries = items("/tree/main");
    assertThat(fields(entries, "name")).containsExactly("bad\ufffd name", "link", "module", "run");
    assertThat(fields(entries, "name_base64")).containsExactly("YmFk/yBuYW1l", null, null, null);
    assertThat(fields(entries, "mode")).containsExactly("100644", "120000", "160000", "100755");
    assertThat(fields(entries, "type")).containsExactly("blob", "blob", "commit", "blob");
    assertThat(fields(entries, "size")).containsExactly(1L, 3L, null, 3L);
    assertThat(fields(entries, "target")).containsExactly(null, "run", null, null);
    Map<?, ?> blob = document("/blob/main/bad%FF%20name");
    assertThat(blob.get("content")).isEqualTo("y");
    assertThat(blob.get("name_base64")).isEqualTo("YmFk/yBuYW1l");
    assertThat(fields(items("/commits?path=bad%FF+name"), "subject")).containsExactly("x");
    assertThat(JsonTree.asArray(document("/blame/main/bad%FF%20name").get("ranges"))).hasSize(1);
  }

  @Test
  void logIsThatOfGitAlsoWhenTheBranchMoves() throws IOException {
    for (int i = 0; i < 23; i++) {
      git.commit(i % 3 == 0 ? "third" : "other", "x" + i);
    }
    repository.publish();
    List<String> all = git.git("rev-list", "main").lines().toList();
    ApiAnswer.Document first = (ApiAnswer.Document) answer(TOOL + "/commits?limit=10");
    git.commit("newer", "x");
    repository.publish();
    List<Map<?, ?>> rest =
        items(ApiAddresses.write(first.next().orElseThrow()).substring(TOOL.length()));
    assertThat(fields(rest, "oid")).isEqualTo(new ArrayList<Object>(all.subList(10, 23)));
    assertThat(fields(items("/commits?limit=5&path=third"), "oid"))
        .isEqualTo(
            new ArrayList<Object>(git.git("rev-list", "main", "--", "third").lines().toList()));
  }

  @Test
  void cursorOfARewrittenBranchIsRefused() throws IOException {
    git.commit("a", "1");
    git.commit("a", "2");
    git.commit("a", "3");
    repository.publish();
    ApiAnswer.Document first = (ApiAnswer.Document) answer(TOOL + "/commits?limit=1");
    git.git("reset", "-q", "--hard", "main~1");
    repository.publish();
    ApiAnswer gone = answer(ApiAddresses.write(first.next().orElseThrow()));
    assertThat(gone).isInstanceOf(ApiAnswer.Refused.class);
    assertThat(((ApiAnswer.Refused) gone).problem().detail()).contains("begin again");
  }

  @Test
  void commitTellsWhatItChanges() throws IOException {
    sample();
    String id = git.git("rev-parse", "feature/x");
    Map<?, ?> commit = document("/commits/" + id);
    assertThat(document("/commits/" + id.substring(0, 9))).isEqualTo(commit);
    assertThat(JsonTree.asArray(commit.get("parents")))
        .isEqualTo(List.of(git.git("rev-parse", "feature/x~1")));
    assertThat(commit.get("tree")).isEqualTo(git.git("rev-parse", id + "^{tree}"));
    assertThat(JsonTree.asObject(commit.get("author")).get("email")).isEqualTo("a@example.com");
    assertThat(commit.get("message")).isEqualTo("change src/start.c\n");
    assertThat(commit.get("pull_request")).isNull();
    Map<?, ?> diff = JsonTree.asObject(commit.get("diff"));
    assertThat(diff.get("stat")).isEqualTo(Map.of("files", 1L, "added", 1L, "removed", 1L));
    Map<?, ?> file = JsonTree.asObject(JsonTree.asArray(diff.get("files")).getFirst());
    assertThat(file.get("status")).isEqualTo("renamed");
    assertThat(file.get("old_path")).isEqualTo("src/main.c");
    Map<?, ?> hunk = JsonTree.asObject(JsonTree.asArray(file.get("hunks")).getFirst());
    assertThat(hunk.get("old_from")).isEqualTo(1L);
    assertThat(hunk.get("old_lines")).isEqualTo(5L);
    assertThat(
            JsonTree.asArray(hunk.get("content")).stream()
                .map(line -> JsonTree.asObject(line))
                .map(line -> "" + line.get("op") + line.get("text")))
        .contains("-\treturn 0;", "+\treturn 1;", " int main() {");
  }

  @Test
  void whatOnlyAPullRequestOffersSaysSo() throws IOException {
    sample();
    String offered = git.git("rev-parse", "feature/x");
    git.git("branch", "-q", "-D", "feature/x");
    repository.publish();
    assertThat(document("/commits/" + offered).get("pull_request")).isEqualTo(EVENT);
    assertThat(document("/tree/" + offered).get("pull_request")).isEqualTo(EVENT);
    assertThat(document("/tree/refs/nostr/" + EVENT).get("pull_request")).isEqualTo(EVENT);
    assertThat(document("/tree/main").get("pull_request")).isNull();
  }

  @Test
  void comparisonBeginsAtTheMergeBase() throws IOException {
    sample();
    Map<?, ?> compare = document("/compare/main...feature/x");
    assertThat(compare.get("base")).isEqualTo(git.git("merge-base", "main", "feature/x"));
    assertThat(compare.get("to")).isEqualTo(git.git("rev-parse", "feature/x"));
    Map<?, ?> commits = JsonTree.asObject(compare.get("commits"));
    assertThat(JsonTree.asArray(commits.get("items"))).hasSize(1);
    Map<?, ?> diff = JsonTree.asObject(compare.get("diff"));
    assertThat(diff.get("stat")).isEqualTo(Map.of("files", 1L, "added", 1L, "removed", 1L));
    Map<?, ?> counted =
        JsonTree.asObject(document("/compare/main...feature/x?hunks=0").get("diff"));
    assertThat(counted.get("stat")).isEqualTo(diff.get("stat"));
    assertThat(JsonTree.asObject(JsonTree.asArray(counted.get("files")).getFirst()).get("hunks"))
        .isNull();
    git.git("checkout", "-q", "--orphan", "alone");
    git.commit("z", "z");
    repository.publish();
    assertThat(document("/compare/main...alone").get("base")).isNull();
  }

  @Test
  void blameIsThatOfGit() throws IOException {
    git.commit("a.txt", "one\ntwo\nthree\n");
    git.commit("a.txt", "one\nnew\nthree\n");
    git.git("mv", "a.txt", "b.txt");
    git.commit("b.txt", "one\nnew\nthree\nfour\n");
    repository.publish();
    Map<?, ?> blame = document("/blame/main/b.txt");
    List<String> lines = new ArrayList<>();
    for (Object item : JsonTree.asArray(blame.get("ranges"))) {
      Map<?, ?> range = JsonTree.asObject(item);
      for (long i = 0; i < (Long) range.get("lines"); i++) {
        lines.add(range.get("oid") + " " + range.get("path"));
        assertThat(lines).hasSize((int) ((Long) range.get("from") + i));
      }
    }
    assertThat(lines)
        .containsExactly(
            git.git("rev-parse", "main~2") + " a.txt",
            git.git("rev-parse", "main~1") + " a.txt",
            git.git("rev-parse", "main~2") + " a.txt",
            git.git("rev-parse", "main") + " b.txt");
    assertThat(blame.get("truncated")).isNull();
  }

  @Test
  void lastCommitsAreThoseOfGit() throws IOException {
    sample();
    // The first look may take longer than it is allowed to.
    Eventually.await(() -> document("/last-commits/main").get("truncated") == null);
    Eventually.await(() -> items("/last-commits/main?limit=1").size() == 4);
    for (Map<?, ?> item : items("/last-commits/main?limit=2")) {
      assertThat(JsonTree.asObject(item.get("commit")).get("oid"))
          .isEqualTo(git.git("rev-list", "-1", "main", "--", (String) item.get("name")));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/tree/none, there is no such revision here",
    "/tree/main/none, there is no directory of this name at this revision",
    "/tree/main/README.md, there is no directory of this name at this revision",
    "/blob/main/none, there is no file of this name at this revision",
    "/blob/main/src, there is no file of this name at this revision",
    "/blame/main/src, there is no file of this name at this revision",
    "/last-commits/main/README.md, there is no directory of this name at this revision",
    "/commits?rev=main/src, there is no such commit here",
    "/commits?rev=none, there is no such revision here",
    "/commits/4f2a4f2, there is no such commit here",
    "/compare/main...none, there is no such revision here",
    "/compare/none...main, there is no such revision here",
  })
  void whatIsNotThereIsAProblem(String rest, String detail) throws IOException {
    sample();
    ApiAnswer answer = answer(TOOL + rest);
    assertThat(answer).isInstanceOf(ApiAnswer.Refused.class);
    Problem problem = ((ApiAnswer.Refused) answer).problem();
    assertThat(problem.status()).isEqualTo(404);
    assertThat(problem.detail()).isEqualTo(detail);
  }

  /** W-86, W-95. */
  @Test
  void documentHasAVersionUntilItsFactsChange() throws IOException {
    sample();
    String[] views = {
      "/refs", "/tree/main", "/commits", "/commits/" + git.git("rev-parse", "main")
    };
    for (String view : views) {
      known = "";
      known = version(TOOL + view).orElseThrow();
      assertThat(answer(TOOL + view)).isEqualTo(new ApiAnswer.Unchanged(known));
      boolean isInMemory = !view.equals("/refs");
      assertThat(api.versionAtOnce(address(TOOL + view)))
          .isEqualTo(isInMemory ? Optional.of(known) : Optional.empty());
      git.commit("more.txt", view);
      repository.publish();
      assertThat(version(TOOL + view)).isPresent().isNotEqualTo(Optional.of(known));
    }
    assertThat(version(TOOL + "/refs")).isNotEqualTo(version(TOOL + "/refs?limit=1"));
  }

  private Optional<String> version(String address) {
    return ((ApiAnswer.Document) answer(address)).version();
  }

  /** The next answer may say more. */
  @Test
  void documentThatALimitOfTimeHasEndedHasNoVersion() throws IOException {
    sample();
    long[] now = {0};
    api =
        new CodeApi(
            repository,
            repository.stores,
            new CodeCache(0),
            _ -> states,
            "1",
            () -> now[0] += 1L << 40);
    assertThat(version(TOOL + "/last-commits/main")).isEmpty();
  }

  @Test
  void otherRepositoriesAreNotThere() {
    assertThat(answer(TOOL + "2/refs")).isEqualTo(CodeApi.noRepository());
  }

  @Test
  void commitThatCannotBeProvedInTimeIsTooExpensive() throws IOException {
    sample();
    long[] now = {0};
    api =
        new CodeApi(
            repository,
            repository.stores,
            new CodeCache(0),
            _ -> states,
            "1",
            () -> now[0] += 1L << 40);
    ApiAnswer answer = answer(TOOL + "/commits/" + git.git("rev-parse", "main~1"));
    assertThat(((ApiAnswer.Refused) answer).problem().status()).isEqualTo(503);
  }
}
