package dev.graspd.server.site.talk.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.server.site.address.ApiAddress;
import dev.graspd.server.site.address.ApiAddresses;
import dev.graspd.server.site.api.ApiAnswer;
import dev.graspd.server.site.api.TalkApi;
import dev.graspd.server.site.json.Problem;
import dev.graspd.server.site.openapi.OpenApi;
import dev.graspd.testkit.client.ApiDescription;
import dev.graspd.testkit.client.JsonTree;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** W-84, W-85, W-87: threads, people and events for programs, as the description foresees. */
final class TalkApiTest extends TalkFixture {
  private static final ApiDescription DESCRIPTION = ApiDescription.parse(OpenApi.document("/"));
  private static final String HERE = "api/v1/repositories/" + OWN;

  private TalkApi api;

  @BeforeEach
  void publish() throws IOException {
    git.commit("a.txt", "one\n");
    published.publish();
    api =
        new TalkApi(
            new TalkApi.Parts(
                published,
                index,
                names,
                store::served,
                people::of,
                new MergeCheck(published.stores, System::nanoTime)::isMerged,
                id -> Optional.of("/event/" + id)),
            "1");
  }

  private ApiAnswer made(String path) {
    int question = path.indexOf('?');
    String address = question < 0 ? path : path.substring(0, question);
    ApiAddresses.Reading reading =
        ApiAddresses.read(address, question < 0 ? "" : path.substring(question + 1));
    assertThat(reading).as(path).isInstanceOf(ApiAddresses.Reading.At.class);
    ApiAnswer answer =
        switch (((ApiAddresses.Reading.At) reading).address()) {
          case ApiAddress.Threads threads -> api.threads(threads);
          case ApiAddress.OneThread thread -> api.thread(thread);
          case ApiAddress.Person person -> api.person(person);
          case ApiAddress.SignedEvent event -> api.event(event);
          case ApiAddress.Description _, ApiAddress.OfRepository _, ApiAddress.Search _ ->
              throw new AssertionError(path);
        };
    List<String> faults =
        switch (answer) {
          case ApiAnswer.Unchanged _ -> List.of();
          case ApiAnswer.Document(var json, _, _) ->
              DESCRIPTION.faults("/" + address, 200, "application/json", json);
          case ApiAnswer.Refused(var problem) ->
              DESCRIPTION.faults("/" + address, problem.status(), Problem.TYPE, problem.json("/"));
        };
    assertThat(faults).as(path).isEmpty();
    return answer;
  }

  private Map<?, ?> document(ApiAnswer answer) {
    assertThat(answer).isInstanceOf(ApiAnswer.Document.class);
    return JsonTree.object(((ApiAnswer.Document) answer).json());
  }

  private static List<?> ids(Map<?, ?> list) {
    return ((List<?>) list.get("items"))
        .stream().map(item -> ((Map<?, ?>) item).get("id")).toList();
  }

  private int status(String path) {
    return made(path) instanceof ApiAnswer.Refused(var problem) ? problem.status() : 200;
  }

  @Test
  void listsHaveFiltersCountsAndParts() {
    Event first = issue(1, AUTHOR, "First", "words");
    Event second = issue(2, STRANGER, "Second", "more words");
    Event third = issue(3, AUTHOR, "Third", "");
    Event closing = status(Kinds.STATUS_CLOSED, 9, OWNER, first);

    Map<?, ?> open = document(made(HERE + "/issues"));
    assertThat(ids(open)).isEqualTo(List.of(third.id().hex(), second.id().hex()));
    assertThat(open.get("counts"))
        .isEqualTo(Map.of("open", 2L, "draft", 0L, "merged", 0L, "resolved", 0L, "closed", 1L));
    assertThat(ids(document(made(HERE + "/issues?state=all&author=" + AUTHOR.hex()))))
        .isEqualTo(List.of(third.id().hex(), first.id().hex()));
    assertThat(ids(document(made(HERE + "/issues?state=all&sort=updated"))).getFirst())
        .isEqualTo(first.id().hex());
    assertThat(ids(document(made(HERE + "/issues?q=SEC")))).isEqualTo(List.of(second.id().hex()));
    assertThat(ids(document(made(HERE + "/prs")))).isEmpty();

    Map<?, ?> closed =
        (Map<?, ?>)
            ((List<?>) document(made(HERE + "/issues?state=closed")).get("items")).getFirst();
    assertThat(closed.get("state"))
        .isEqualTo(Map.of("value", "closed", "by", closing.id().hex(), "signed", true));

    ApiAnswer.Document part = (ApiAnswer.Document) made(HERE + "/issues?state=all&limit=2");
    assertThat(ids(document(part))).isEqualTo(List.of(third.id().hex(), second.id().hex()));
    String rest = ApiAddresses.write(part.next().orElseThrow());
    assertThat(rest).contains("state=all", "limit=2", "cursor=" + document(part).get("next"));
    assertThat(ids(document(made(rest)))).isEqualTo(List.of(first.id().hex()));
  }

  /** W-40. */
  @Test
  void listsCanBeLimitedToKnownPeople() {
    Event ofOwner = issue(1, OWNER, "Own", "");
    Event answered = issue(2, AUTHOR, "Answered", "");
    Event ofStranger = issue(3, STRANGER, "Not answered", "");
    comment(4, OWNER, answered, answered, "Thanks.");

    Map<?, ?> known = document(made(HERE + "/issues?from=known"));
    assertThat(ids(known)).isEqualTo(List.of(answered.id().hex(), ofOwner.id().hex()));
    assertThat(((Map<?, ?>) known.get("counts")).get("open")).hasToString("2");
    assertThat(ids(document(made(HERE + "/issues"))).getFirst()).isEqualTo(ofStranger.id().hex());
  }

  @Test
  void threadNamesItsEventsInOrder() {
    Event root = issue(1, AUTHOR, "A title", "What happens.");
    Event answer = comment(2, STRANGER, root, root, "Why?");
    Event below = comment(4, AUTHOR, root, answer, "Because.");
    Event last = comment(3, OWNER, root, root, "Thanks.");
    put(event(Kinds.METADATA, 0).content("{\"name\":\"Ann\"}"), AUTHOR);

    Map<?, ?> thread = document(made(HERE + "/issues/" + root.id()));
    assertThat(thread.get("content")).isEqualTo("What happens.");
    assertThat(thread.get("thread"))
        .isEqualTo(List.of(answer.id().hex(), below.id().hex(), last.id().hex()));
    assertThat(((Map<?, ?>) thread.get("author")).get("name")).isEqualTo("Ann");
    assertThat(((Map<?, ?>) thread.get("state")).get("signed")).isEqualTo(true);
    assertThat(status(HERE + "/prs/" + root.id())).isEqualTo(404);
    assertThat(status(HERE + "/issues/" + answer.id())).isEqualTo(404);
  }

  @Test
  void pullRequestWhoseTipTheDefaultBranchHasIsMergedUnsigned() throws IOException {
    String tip = git.git("rev-parse", "HEAD").strip();
    Event root =
        put(root(Kinds.PULL_REQUEST, 1).tag("c", tip).tag("subject", "Do it").content(""), AUTHOR);
    Event update =
        put(event(Kinds.PULL_REQUEST_UPDATE, 2).tag("E", root.id().hex()).tag("c", tip), STRANGER);

    Map<?, ?> thread = document(made(HERE + "/prs/" + root.id()));
    Map<?, ?> state = (Map<?, ?>) thread.get("state");
    assertThat(state.get("value")).isEqualTo("merged");
    assertThat(state.get("signed")).isEqualTo(false);
    Map<?, ?> merged = document(made(HERE + "/prs?state=merged"));
    assertThat(ids(merged)).isEqualTo(List.of(root.id().hex()));
    assertThat(((Map<?, ?>) ((List<?>) merged.get("items")).getFirst()).get("state"))
        .isEqualTo(state);
    assertThat(((Map<?, ?>) merged.get("counts")).get("open")).hasToString("0");
    assertThat(ids(document(made(HERE + "/prs")))).isEmpty();
    assertThat((List<?>) thread.get("revisions"))
        .singleElement()
        .satisfies(one -> assertThat(((Map<?, ?>) one).get("tip")).isEqualTo(tip));
    assertThat((List<?>) thread.get("proposed_revisions"))
        .singleElement()
        .satisfies(one -> assertThat(((Map<?, ?>) one).get("id")).isEqualTo(update.id().hex()));
  }

  @Test
  void peopleAndEventsAreThoseThatAreServed() {
    Event root = issue(1, AUTHOR, "A title", "Text");
    put(
        event(Kinds.METADATA, 0).content("{\"name\":\"Ann\",\"nip05\":\"ann@example.org\"}"),
        AUTHOR);

    Map<?, ?> event = document(made("api/v1/events/" + root.id()));
    assertThat(((Map<?, ?>) event.get("event")).get("content")).isEqualTo("Text");
    assertThat(event.get("page")).isEqualTo("/event/" + root.id());
    assertThat(status("api/v1/events/" + "ab".repeat(32))).isEqualTo(404);

    Map<?, ?> person = document(made("api/v1/people/" + Bech32.npub(AUTHOR)));
    assertThat(person.get("name")).isEqualTo("Ann");
    assertThat(person.get("nip05")).isEqualTo("ann@example.org");
    assertThat(person.get("repositories")).isEqualTo(List.of());
    assertThat((List<?>) person.get("threads"))
        .singleElement()
        .satisfies(one -> {
          assertThat(((Map<?, ?>) one).get("id")).isEqualTo(root.id().hex());
          assertThat((Map<?, ?>) ((Map<?, ?>) one).get("repository"))
              .isEqualTo(
                  Map.of("npub", Bech32.npub(OWNER), "pubkey", OWNER.hex(), "identifier", "tool"));
        });

    put(event(Kinds.ANNOUNCEMENT, 0).tag("d", "tool").tag("name", "The tool"), OWNER);
    Event servers = put(event(Kinds.GRASP_LIST, 0).tag("g", "wss://a.example"), OWNER);
    Map<?, ?> owner = document(made("api/v1/people/" + Bech32.npub(OWNER)));
    assertThat((List<?>) owner.get("repositories"))
        .singleElement()
        .satisfies(one -> {
          assertThat(((Map<?, ?>) one).get("name")).isEqualTo("The tool");
          assertThat(((Map<?, ?>) one).get("role")).isEqualTo("owner");
        });
    assertThat(owner.get("grasp_list")).isEqualTo(servers.id().hex());
    assertThat(owner.get("grasp_servers")).isEqualTo(List.of("wss://a.example"));
    assertThat(status("api/v1/people/" + Bech32.npub(STRANGER))).isEqualTo(404);
  }

  @Test
  void equalFactsHaveEqualVersions() {
    Event root = issue(1, AUTHOR, "A title", "Text");
    Optional<String> before = version(HERE + "/issues/" + root.id());
    assertThat(before).isPresent().isEqualTo(version(HERE + "/issues/" + root.id()));
    comment(2, STRANGER, root, root, "News");
    assertThat(version(HERE + "/issues/" + root.id())).isPresent().isNotEqualTo(before);
  }

  private Optional<String> version(String path) {
    return ((ApiAnswer.Document) made(path)).version();
  }
}
