package dev.graspd.conformance.nip;

import static dev.graspd.testkit.client.Texts.by;
import static dev.graspd.testkit.client.Texts.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.RelaySuite;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

@Claims("N01-3")
class Nip01TagsTest extends RelaySuite {
  private static final String HEX = "ab".repeat(32);
  private final Signer alice = newKey();

  @Test
  void everyLetterIsIndexedAndUpperCaseIsAnotherTag() {
    RelayClient relay = connect();
    for (String letter : letters()) {
      Event event = EventBuilder.kind(1).tag(letter, valueOf(letter)).signedBy(alice);
      relay.store(event);
      assertThat(relay.query(byAliceWith(letter, valueOf(letter))).ids())
          .as("#%s", letter)
          .containsExactly(event.id());
    }
    for (String letter : letters()) {
      String other = otherCase(letter);
      if (!valueOf(letter).equals(valueOf(other))) {
        assertThat(relay.query(byAliceWith(letter, valueOf(other))).ids())
            .as("#%s with the value of %s", letter, other)
            .isEmpty();
      }
    }
  }

  @Test
  void theSameValueUnderTheOtherCaseDoesNotMatch() {
    RelayClient relay = connect();
    Event lower = EventBuilder.kind(1111).at(1000).tag("e", HEX).signedBy(alice);
    Event upper = EventBuilder.kind(1111).at(1001).tag("E", HEX).signedBy(alice);
    relay.store(lower, upper);
    assertThat(relay.query(byAliceWith("e", HEX)).ids()).containsExactly(lower.id());
    assertThat(relay.query(byAliceWith("E", HEX)).ids()).containsExactly(upper.id());
  }

  @Test
  void onlyTheFirstValueOfATagIsIndexed() {
    RelayClient relay = connect();
    Event event = EventBuilder.kind(1).tag("t", "first", "second").signedBy(alice);
    relay.store(event);
    assertThat(relay.query(byAliceWith("t", "first")).ids()).containsExactly(event.id());
    assertThat(relay.query(byAliceWith("t", "second")).ids()).isEmpty();
  }

  @Test
  void everyTagOfAnEventIsIndexedNotOnlyTheFirst() {
    RelayClient relay = connect();
    Event event = EventBuilder.kind(1).tag("t", "one").tag("t", "two").signedBy(alice);
    relay.store(event);
    assertThat(relay.query(byAliceWith("t", "one")).ids()).containsExactly(event.id());
    assertThat(relay.query(byAliceWith("t", "two")).ids()).containsExactly(event.id());
    assertThat(relay.query(json("{'authors':['%s'],'#t':['one','two']}", alice)).ids())
        .containsExactly(event.id());
  }

  @Test
  void valuesAreComparedExactly() {
    RelayClient relay = connect();
    String longValue = "x".repeat(600);
    Event empty = EventBuilder.kind(1).at(1).tag("t", "").signedBy(alice);
    Event spaced = EventBuilder.kind(1).at(2).tag("t", " a ").signedBy(alice);
    Event accented = EventBuilder.kind(1).at(3).tag("t", "Ä🦀").signedBy(alice);
    Event longOne = EventBuilder.kind(1).at(4).tag("t", longValue).signedBy(alice);
    Event longer = EventBuilder.kind(1).at(5).tag("t", longValue + "y").signedBy(alice);
    relay.store(empty, spaced, accented, longOne, longer);
    assertThat(relay.query(byAliceWith("t", "")).ids()).containsExactly(empty.id());
    assertThat(relay.query(byAliceWith("t", " a ")).ids()).containsExactly(spaced.id());
    assertThat(relay.query(byAliceWith("t", "a")).ids()).isEmpty();
    assertThat(relay.query(byAliceWith("t", "Ä🦀")).ids()).containsExactly(accented.id());
    assertThat(relay.query(byAliceWith("t", "ä🦀")).ids()).isEmpty();
    assertThat(relay.query(byAliceWith("t", longValue)).ids()).containsExactly(longOne.id());
    assertThat(relay.query(byAliceWith("t", longValue + "y")).ids()).containsExactly(longer.id());
  }

  @Test
  void aTagFilterNeedsNoAuthor() {
    RelayClient relay = connect();
    String word = newWord();
    Event event = EventBuilder.kind(1).tag("d", word).signedBy(alice);
    relay.store(event);
    assertThat(relay.query(json("{'#d':['%s']}", word)).ids()).containsExactly(event.id());
  }

  @Test
  void liveEventsAreMatchedByTagsToo() {
    RelayClient relay = connect();
    String word = newWord();
    RelayClient.Subscription lower = relay.subscribe(json("{'#t':['%s']}", word));
    RelayClient.Subscription upper = relay.subscribe(json("{'#T':['%s']}", word));
    Event one = EventBuilder.kind(1).tag("t", word).signedBy(alice);
    Event two = EventBuilder.kind(1).tag("T", word).signedBy(alice);
    Event both = EventBuilder.kind(1).tag("T", word).tag("t", word).signedBy(alice);
    relay.store(one);
    relay.store(two);
    relay.store(both);
    assertThat(lower.upTo(both)).containsExactly(one.id(), both.id());
    assertThat(upper.upTo(both)).containsExactly(two.id(), both.id());
  }

  @Test
  void aFilterOnALongerTagNameIsRefusedAndNotIgnored() {
    RelayClient relay = connect();
    relay.store(EventBuilder.kind(1).tag("title", "x").signedBy(alice));
    assertThat(relay.refusal(json("{'authors':['%s'],'#title':['x']}", alice)).message())
        .matches("[a-z-]+: .+");
    assertThat(relay.query(by(alice)).ids()).hasSize(1);
  }

  private String byAliceWith(String letter, String value) {
    return json("{'authors':['%s'],'#%s':['%s']}", alice, letter, value);
  }

  private static Iterable<String> letters() {
    return () ->
        Stream.concat(
                IntStream.rangeClosed('a', 'z').boxed(), IntStream.rangeClosed('A', 'Z').boxed())
            .map(Character::toString)
            .iterator();
  }

  private static String otherCase(String letter) {
    char c = letter.charAt(0);
    return Character.toString(Character.isUpperCase(c) ? c + 32 : c - 32);
  }

  /** The filters of e and p take hex only. */
  private static String valueOf(String letter) {
    return letter.equalsIgnoreCase("e") || letter.equalsIgnoreCase("p") ? HEX : "for " + letter;
  }
}
