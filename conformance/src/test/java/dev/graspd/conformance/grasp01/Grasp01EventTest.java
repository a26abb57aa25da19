package dev.graspd.conformance.grasp01;

import static dev.graspd.testkit.client.Texts.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.GitHttp;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.client.Texts;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.HostingSuite;
import dev.graspd.testkit.suite.SharedServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What else is kept: what belongs to the repositories here, and what clients ask for it. */
class Grasp01EventTest extends HostingSuite {
  private static final String UNRELATED =
      "restricted: event must reference a repository or event accepted here";

  private static Event issue(HostedRepo repo) {
    return about("a", repo.address());
  }

  private static Event about(String tag, String value) {
    return EventBuilder.kind(1621).at(HostedRepo.now()).tag(tag, value).signedBy(newKey());
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "A", "q"})
  @Claims({"G01-14", "N34-admission"})
  void whatNamesARepositoryIsKept(String tag) {
    Filled filled = filled();
    Event event = about(tag, filled.repo().address());
    filled.relay().store(event);
    assertThat(filled.relay().query(Texts.only(event)).ids()).containsExactly(event.id());
  }

  @ParameterizedTest
  @ValueSource(strings = {"e", "E", "q"})
  @Claims("G01-14")
  void whatNamesAnAcceptedEventIsKeptAndSoOn(String tag) {
    Filled filled = filled();
    Event issue = issue(filled.repo());
    Event comment = about(tag, issue.id().hex());
    Event reply = about(tag, comment.id().hex());
    filled.relay().store(issue);
    filled.relay().store(comment);
    filled.relay().store(reply);
  }

  @Test
  @Claims("G01-14")
  void whatAnAcceptedEventNamesIsKeptToo() {
    Filled filled = filled();
    Event quoted = EventBuilder.note(newWord()).at(HostedRepo.now()).signedBy(newKey());
    assertThat(filled.relay().publish(quoted).message()).startsWith(UNRELATED);
    Event issue =
        EventBuilder.kind(1621)
            .at(HostedRepo.now())
            .tag("a", filled.repo().address())
            .tag("q", quoted.id().hex())
            .signedBy(newKey());
    filled.relay().store(issue);
    filled.relay().store(quoted);
  }

  @Test
  @Claims("G01-14")
  void aHeldRepositoryCounts() {
    connect(SharedServer.HOSTING).store(issue(announced()));
  }

  @Test
  @Claims({"G01-14", "N34-admission"})
  void whatNamesNothingHereIsRefused() {
    RelayClient relay = connect(SharedServer.HOSTING);
    String refusal = relay.publish(EventBuilder.note("hello").signedBy(newKey())).message();
    assertThat(refusal).startsWith("restricted: ").contains("; see http://");
    String page = refusal.substring(refusal.indexOf("; see ") + "; see ".length());
    assertThat(GitHttp.text(GitHttp.get(page, "Accept", "text/html"))).contains("What to do");
    assertThat(relay.publish(EventBuilder.note("hello").signedBy(newKey())).message())
        .startsWith(UNRELATED);
    assertThat(relay.publish(issue(newRepo())).message()).startsWith(UNRELATED);
    assertThat(relay.publish(about("e", "ab".repeat(32))).message()).startsWith(UNRELATED);
    assertThat(relay.publish(about("p", filled().repo().owner().publicKey().hex())).message())
        .startsWith(UNRELATED);
  }

  @Test
  @Claims("G01-14")
  void listsOfServersAreFreeAndGiveNoRights() {
    RelayClient relay = connect(SharedServer.HOSTING);
    Event list =
        EventBuilder.kind(10317)
            .at(HostedRepo.now())
            .tag("g", "wss://x.example")
            .signedBy(newKey());
    relay.store(list);
    assertThat(relay.publish(about("e", list.id().hex())).message()).startsWith(UNRELATED);
  }

  @Test
  @Claims({"G01-14", "N65-participants"})
  void profilesAreForThoseWhoTakePart() {
    Filled filled = filled();
    Signer stranger = newKey();
    for (int kind : List.of(0, 10002)) {
      filled
          .relay()
          .store(EventBuilder.kind(kind).at(HostedRepo.now()).signedBy(filled.repo().owner()));
      assertThat(
              filled
                  .relay()
                  .publish(EventBuilder.kind(kind).at(HostedRepo.now()).signedBy(stranger))
                  .message())
          .startsWith("restricted: ");
    }
    Event issue =
        EventBuilder.kind(1621)
            .at(HostedRepo.now())
            .tag("a", filled.repo().address())
            .signedBy(stranger);
    filled.relay().store(issue);
    filled.relay().store(EventBuilder.kind(0).at(HostedRepo.now()).signedBy(stranger));
  }

  @Test
  @Claims("G01-14")
  void ephemeralEventsFollowTheSameRule() {
    Filled filled = filled();
    RelayClient.Subscription live =
        connect(SharedServer.HOSTING)
            .subscribe(json("{'#a':['%s'],'limit':0}", filled.repo().address()));
    Event event =
        EventBuilder.kind(20_001).at(now()).tag("a", filled.repo().address()).signedBy(newKey());
    filled.relay().store(event);
    assertThat(live.next()).isEqualTo(event.id());
    assertThat(filled.relay().query(Texts.only(event)).events()).isEmpty();
    assertThat(
            filled
                .relay()
                .publish(EventBuilder.kind(20_001).at(now()).signedBy(newKey()))
                .message())
        .startsWith("restricted: ");
  }

  @Test
  @Claims("C-16")
  void twelveRequestsAtOnceAreAllAnswered() {
    Filled filled = filled();
    Event issue = issue(filled.repo());
    filled.relay().store(issue);
    List<RelayClient.Subscription> open = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      open.add(filled.relay().subscribe(json("{'#a':['%s']}", filled.repo().address())));
    }
    assertThat(open).allMatch(one -> one.stored().ids().equals(List.of(issue.id())));
    Event second = issue(filled.repo());
    filled.relay().store(second);
    assertThat(open).allMatch(one -> one.next().equals(second.id()));
  }

  @Test
  @Claims("C-16")
  void theFiltersOfClientsFindWhatTheyLookFor() {
    Filled filled = filled();
    RelayClient relay = filled.relay();
    Event request = filled.repo().pullRequest(newKey(), filled.commit());
    Event comment = about("e", request.id().hex());
    Event thread = about("E", request.id().hex());
    relay.store(request);
    relay.store(comment);
    relay.store(thread);
    StringBuilder many = new StringBuilder("\"" + request.id().hex() + "\"");
    for (int i = 0; i < 500; i++) {
      many.append(String.format(",\"%064x\"", i));
    }
    assertThat(relay.query("{\"ids\":[" + many + "]}").ids()).containsExactly(request.id());
    assertThat(relay.query("{\"#e\":[" + many + "]}").ids()).containsExactly(comment.id());
    assertThat(relay.query("{\"#E\":[" + many + "]}").ids()).containsExactly(thread.id());
    assertThat(relay.query(json("{'#c':['%s']}", filled.commit())).ids())
        .containsExactly(request.id());
    assertThat(relay.query(json("{'#d':['%s']}", filled.repo().identifier())).events()).hasSize(2);
  }
}
