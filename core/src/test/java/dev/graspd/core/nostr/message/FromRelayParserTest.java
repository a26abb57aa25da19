package dev.graspd.core.nostr.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Sample;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.nostr.TagLimits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FromRelayParserTest {
  private static final MessageLimits LIMITS = new MessageLimits(1, 1, 8, new TagLimits(3, 6, 8));
  private static final String HEX = "ab".repeat(32);
  private static final SubscriptionId SUB = new SubscriptionId("s");

  private static FromRelay parse(String text) {
    return FromRelayParser.parse(Sample.utf8(text), LIMITS);
  }

  private static String quoted(String text) {
    return text.replace('\'', '"').replace("HEX", HEX);
  }

  @Test
  void eventIsReadWithEveryField() {
    Event event = Sample.event(1, "hi \u00e9", Tag.of("t", "x", "y"), Tag.of("-"));
    assertThat(parse("[\"EVENT\",\"s\"," + Sample.text(event.json()) + "]"))
        .isInstanceOfSatisfying(
            FromRelay.EventFor.class,
            read -> {
              assertThat(read.subscription()).isEqualTo(SUB);
              assertThat(read.event().json()).isEqualTo(event.json());
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ['EOSE','s']                          | false
          ['EOSE','s',['finish']]               | true
          ['EOSE','s',['more']]                 | false
          ['EOSE','s',[]]                       | false
          ['EOSE','s',[1,{'a':['finish']},[['finish']]]] | false
          ['EOSE','s',['new','finish'],'more']  | true
          ['EOSE','s','finish']                 | false
          ['EOSE','s',{'finish':true}]          | false
          ['EOSE','s',null]                     | false
          """)
  void onlyTheHintFinishSaysThatEverythingWasSent(String text, boolean finish) {
    assertThat(parse(quoted(text))).isEqualTo(new FromRelay.Eose(SUB, finish));
  }

  @Test
  void answersAreReadWithTheirTextOrWithout() {
    EventId id = EventId.parse(HEX);
    assertThat(parse(quoted("['CLOSED','s','error: x']")))
        .isEqualTo(new FromRelay.Closed(SUB, "error: x"));
    assertThat(parse(quoted("['CLOSED','s']"))).isEqualTo(new FromRelay.Closed(SUB, ""));
    assertThat(parse(quoted("['CLOSED','s',null]"))).isEqualTo(new FromRelay.Closed(SUB, ""));
    assertThat(parse(quoted("['NEG-ERR','s','blocked: x']")))
        .isEqualTo(new FromRelay.NegErr(SUB, "blocked: x"));
    assertThat(parse(quoted("['NEG-ERR','s']"))).isEqualTo(new FromRelay.NegErr(SUB, ""));
    assertThat(parse(quoted("['OK','HEX',true,'']"))).isEqualTo(new FromRelay.Ok(id, true, ""));
    assertThat(parse(quoted("['OK','HEX',false]"))).isEqualTo(new FromRelay.Ok(id, false, ""));
    assertThat(parse(quoted("['NOTICE','n']"))).isEqualTo(new FromRelay.Notice("n"));
    assertThat(parse(quoted("['AUTH','c c']"))).isEqualTo(new FromRelay.Auth("c c"));
  }

  @Test
  void negentropyMessagesAreReadAsBytes() {
    assertThat(parse(quoted("['NEG-MSG','s','6102ff']")))
        .isInstanceOfSatisfying(
            FromRelay.NegMsg.class,
            read -> assertThat(read.message()).containsExactly(0x61, 0x02, 0xff));
  }

  @Test
  void elementsAfterTheKnownOnesArePassedOver() {
    assertThat(parse(quoted(" [ 'NOTICE' , 'n' , {'a':[1,[2]]}, ['NOTICE'] ] ")))
        .isEqualTo(new FromRelay.Notice("n"));
    assertThat(parse(quoted("['CLOSED','s',{'why':['x']},1]")))
        .isEqualTo(new FromRelay.Closed(SUB, ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''                            | not a JSON array
          {}                            | not a JSON array
          "NOTICE"                      | not a JSON array
          []                            | the verb is not a string
          [1]                           | the verb is not a string
          [['NOTICE','x']]              | the verb is not a string
          ['notice','x']                | unknown verb 'notice'
          ['COUNT','s',{'count':1}]     | unknown verb 'COUNT'
          ['NOTICE']                    | the text is not a string
          ['NOTICE',null]               | the text is not a string
          ['NOTICE','n'                 | not valid JSON
          ['NOTICE','n'}                | not valid JSON
          ['NOTICE','n']]               | not valid JSON
          ['NOTICE','n']['NOTICE','n']  | text after the message
          ['EOSE']                      | the subscription id is not a string
          ['EOSE',1]                    | the subscription id is not a string
          ['EOSE','']                   | the subscription id has not 1 to 64 characters
          ['EOSE','s',['finish'         | not valid JSON
          ['OK']                        | the event id is not a string
          ['OK','AB',true,'']           | the event id is not 64 lower-case hex digits
          ['OK','HEX']                  | the third element is neither true nor false
          ['OK','HEX','true','']        | the third element is neither true nor false
          ['AUTH',{}]                   | the challenge is not a string
          ['AUTH','']                   | the challenge has not 1 to 1000 characters
          ['AUTH','\\ud800']            | the challenge has not 1 to 1000 characters
          ['NEG-MSG','s']               | the message is not a string
          ['NEG-MSG','s','6']           | the message is not hex
          ['NEG-MSG','s','6A']          | the message is not hex
          ['EVENT','s']                 | the third element is not an event
          ['EVENT','s','HEX']           | the third element is not an event
          ['EVENT','s',{}]              | event is malformed: id is missing
          ['EVENT',{},'s']              | the subscription id is not a string
          """)
  void whatCannotBeUsedSaysWhy(String text, String why) {
    assertThat(parse(quoted(text == null ? "" : text))).isEqualTo(new FromRelay.Unreadable(why));
  }

  @Test
  void bytesThatAreNoTextAreUnreadable() {
    byte[] text = Sample.utf8("[\"NOTICE\",\"x\"]");
    text[11] = (byte) 0xff;
    assertThat(FromRelayParser.parse(text, LIMITS))
        .isEqualTo(new FromRelay.Unreadable("not UTF-8"));
  }

  @Test
  void eventsHaveTheLimitsOfClients() {
    Event few = Sample.event(1, Tag.of("a"), Tag.of("b"), Tag.of("c"));
    Event many = Sample.event(1, Tag.of("a"), Tag.of("b"), Tag.of("c"), Tag.of("d"));
    assertThat(parse("[\"EVENT\",\"s\"," + Sample.text(few.json()) + "]"))
        .isEqualTo(new FromRelay.EventFor(SUB, few));
    assertThat(parse("[\"EVENT\",\"s\"," + Sample.text(many.json()) + "]"))
        .isEqualTo(new FromRelay.Unreadable("event has too many tags: the limit is 3"));
    assertThat(parse("[\"EVENT\",\"s\"," + "[".repeat(20) + "]".repeat(20) + "]"))
        .isInstanceOf(FromRelay.Unreadable.class);
  }

  @Test
  void textsForPeopleAreCut() {
    String long1 = "x".repeat(1_001);
    String kept = "x".repeat(1_000);
    assertThat(parse("[\"NOTICE\",\"" + long1 + "\"]")).isEqualTo(new FromRelay.Notice(kept));
    assertThat(parse("[\"CLOSED\",\"s\",\"" + long1 + "\"]"))
        .isEqualTo(new FromRelay.Closed(SUB, kept));
    assertThat(parse("[\"NEG-ERR\",\"s\",\"" + long1 + "\"]"))
        .isEqualTo(new FromRelay.NegErr(SUB, kept));
    assertThat(parse("[\"OK\",\"" + HEX + "\",false,\"" + long1 + "\"]"))
        .isEqualTo(new FromRelay.Ok(EventId.parse(HEX), false, kept));
    assertThat(parse("[\"AUTH\",\"" + kept + "\"]")).isEqualTo(new FromRelay.Auth(kept));
    assertThat(parse("[\"AUTH\",\"" + long1 + "\"]")).isInstanceOf(FromRelay.Unreadable.class);
    String wide = "\ud83d\ude00".repeat(1_001);
    assertThat(parse("[\"NOTICE\",\"" + wide + "\"]"))
        .isEqualTo(new FromRelay.Notice("\ud83d\ude00".repeat(1_000)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\\n", "\\u001b", "\\u0000", "\\u007f", "\\u0085", "\\u2028", "\\u202e", "\\u200b",
        "\\ud800", "\\udc00", "\\ue000", "\\uffff"
      })
  void nothingThatChangesItsSurroundingsReachesALog(String escape) {
    assertThat(parse("[\"NOTICE\",\"a" + escape + "b\"]")).isEqualTo(new FromRelay.Notice("a?b"));
  }

  @Test
  void wordsOfOtherLanguagesStay() {
    assertThat(parse("[\"NOTICE\",\"zu schnell: \u00fcber \u5236\u9650\"]"))
        .isEqualTo(new FromRelay.Notice("zu schnell: \u00fcber \u5236\u9650"));
  }
}
