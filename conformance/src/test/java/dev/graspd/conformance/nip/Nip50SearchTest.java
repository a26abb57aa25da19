package dev.graspd.conformance.nip;

import static dev.graspd.testkit.client.Texts.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Eventually;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.Negentropy;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.client.RelayInformation;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.RelaySuite;
import dev.graspd.testkit.suite.SharedServer;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Search by words. Tests keep out of each other's way by words of their own. */
class Nip50SearchTest extends RelaySuite {
  private static final int ISSUE = 1621;
  private static final int REPOSITORY = 30617;

  private final Signer alice = newKey();
  private final String word = newWord();

  private static String search(String text) {
    return json("{'search':'%s'}", text);
  }

  /** The text in the way of the key: what others store is not found. */
  private String mine(String text) {
    return "{\"authors\":[\"" + alice.publicKey() + "\"],\"search\":\"" + text + "\"}";
  }

  /** Stores an event, and waits until it is found. */
  private Event stored(EventBuilder builder) {
    Event event = builder.signedBy(alice);
    RelayClient relay = connect();
    relay.store(event);
    String filter = "{\"ids\":[\"" + event.id() + "\"],\"search\":\"-nothingthatisthere\"}";
    Eventually.await(() -> !connect().query(filter).ids().isEmpty());
    return event;
  }

  @Test
  @Claims("N50-1")
  void hitsComeByScoreWithALimitAndLiveEventsFollow() {
    Event often = stored(EventBuilder.note(word + " " + word).at(1000));
    Event older = stored(EventBuilder.note(word + " x").at(2000));
    Event newer = stored(EventBuilder.note(word + " y").at(3000));

    RelayClient.Subscription all = connect().subscribe(search(word));
    assertThat(all.stored().ids()).containsExactly(often.id(), newer.id(), older.id());
    assertThat(all.stored().finish()).isTrue();
    RelayClient.Stored first = connect().query(json("{'search':'%s','limit':2}", word));
    assertThat(first.ids()).containsExactly(often.id(), newer.id());
    assertThat(first.finish()).isFalse();

    Event other = EventBuilder.note("something else").signedBy(alice);
    Event live = EventBuilder.note("of " + word).signedBy(alice);
    connect().store(other, live);
    assertThat(all.next()).isEqualTo(live.id());
  }

  @Test
  @Claims("N50-1")
  void otherFieldsHoldAndSeveralFiltersAreAUnion() {
    Event note = stored(EventBuilder.note(word).at(1000));
    Event issue = stored(EventBuilder.kind(ISSUE).content(word).tag("t", word).at(2000));
    Event other = EventBuilder.kind(7).content("+").tag("t", word).at(3000).signedBy(alice);
    connect().store(other);

    assertThat(connect().query(json("{'search':'%s','kinds':[1]}", word)).ids())
        .containsExactly(note.id());
    assertThat(connect().query(json("{'search':'%s','until':1500}", word)).ids())
        .containsExactly(note.id());
    assertThat(connect().query(json("{'search':'%s','#t':['%s']}", word, word)).ids())
        .containsExactly(issue.id());
    assertThat(connect().query(search(word), json("{'#t':['%s']}", word)).ids())
        .hasSize(3)
        .doesNotHaveDuplicates()
        .contains(note.id(), issue.id(), other.id());
  }

  @Test
  @Claims("N50-2")
  void betterFieldsComeFirstAndOthersAreNotSearched() {
    Event content = stored(EventBuilder.note((word + " ").repeat(50)).at(5000));
    Event subject = stored(EventBuilder.kind(ISSUE).tag("subject", "a b " + word).at(4000));
    Event name =
        stored(EventBuilder.kind(REPOSITORY).tag("d", word + "-x").tag("name", "x").at(1000));
    Event description =
        stored(EventBuilder.kind(REPOSITORY).tag("d", "y").tag("description", word).at(3000));
    Event person = stored(EventBuilder.kind(0).content("{\"name\":\"" + word + "\"}").at(900));
    connect().store(EventBuilder.kind(7).content(word).signedBy(alice));

    assertThat(connect().query(search(word)).ids())
        .endsWith(subject.id(), description.id(), content.id())
        .contains(name.id(), person.id())
        .hasSize(5);
  }

  @ParameterizedTest
  @Claims("N50-3")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "PUSH fails            | true",
        "push works            | false",
        "\\\"push fails\\\"    | false",
        "\\\"it fails\\\"      | true",
        "push -origin          | false",
        "push -other           | true",
        "ori*                  | true",
        "or*                   | false",
        "core                  | true",
        "gitcore               | true",
        "main.java             | true",
        "uber                  | true",
        "検索                  | true",
        "push AND (it          | false",
        "push ~ it)            | true",
      })
  void wordsAreFound(String text, boolean isFound) {
    stored(EventBuilder.note("Push to origin: it fails in GitCore src/Main.java über 検索機能"));

    assertThat(connect().query(mine(text)).ids()).hasSize(isFound ? 1 : 0);
  }

  @Test
  @Claims("N50-4")
  void extensionsAreIgnored() {
    Event event = stored(EventBuilder.note(word + " include spam"));

    assertThat(connect().query(mine(word + " include:spam language:en")).ids())
        .containsExactly(event.id());
    assertThat(connect().query(mine("include:spam")).ids()).containsExactly(event.id());
    assertThat(connect().query(mine("\\\"include:spam\\\"")).ids()).containsExactly(event.id());
    assertThat(connect().query(mine("\\\"include:ham\\\"")).ids()).isEmpty();
  }

  @Test
  @Claims("N50-5")
  void deletionCountsAtOnceAndNewEventsWithinASecond() {
    Event event = EventBuilder.note(word).signedBy(alice);
    RelayClient relay = connect();
    relay.store(event);
    long begun = System.nanoTime();
    Eventually.await(() -> !connect().query(search(word)).ids().isEmpty());
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(30));

    relay.store(EventBuilder.deletionOf(event).signedBy(alice));
    assertThat(relay.query(search(word)).ids()).isEmpty();
  }

  @ParameterizedTest
  @Claims("N50-6")
  @ValueSource(strings = {"", " ", "?!"})
  void searchForNothingIsInvalid(String text) {
    assertThat(connect().refusal(search(text)).message()).startsWith("invalid: ");
  }

  @Test
  @Claims("N50-6")
  void searchHasLimits() {
    String one = search("x");
    assertThat(connect().query(one, one, one, one).finish()).isTrue();
    assertThat(connect().refusal(one, one, one, one, one).message()).startsWith("invalid: ");
    assertThat(connect().refusal(search("w ".repeat(17))).message()).startsWith("invalid: ");
    assertThat(connect().refusal(search("w".repeat(257))).message()).startsWith("invalid: ");
  }

  @Test
  @Claims("N50-6")
  void onlyRequestsSearch() {
    RelayClient relay = connect();
    relay.send(json("['COUNT','c',{'search':'x'}]"));
    assertThat(relay.closed("c").message()).startsWith("unsupported: ");
    assertThat(Negentropy.refusal(relay, "n", json("{'search':'x'}"), "6100000200"))
        .startsWith("unsupported: ");
  }

  @Test
  @Claims("N50-1")
  void itIsAdvertised() {
    assertThat(RelayInformation.of(SharedServer.PLAIN.uri()).supportedNips().contains(50L))
        .isTrue();
  }
}
