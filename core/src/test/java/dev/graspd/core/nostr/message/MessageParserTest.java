package dev.graspd.core.nostr.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Sample;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.nostr.TagLimits;
import dev.graspd.core.nostr.refusal.EventReason;
import dev.graspd.core.nostr.refusal.MessageReason;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageParserTest {
  private static final MessageLimits LIMITS = new MessageLimits(3, 5, 64, new TagLimits(4, 8, 10));
  private static final String HEX = "ab".repeat(32);

  private static ClientMessage parse(String text) {
    return MessageParser.parse(Sample.utf8(text), LIMITS);
  }

  private static String quoted(String text) {
    return text.replace('\'', '"')
        .replace("HEX", HEX)
        .replace("LONG", "x".repeat(65))
        .replace("WIDE", "\u20ac".repeat(22));
  }

  private static SubscriptionId sub(String text) {
    return new SubscriptionId(text);
  }

  @Test
  void eventIsReadWithEveryField() {
    Event event = Sample.event(1, "hi", Tag.of("t", "x", "y"), Tag.of("-"));
    ClientMessage message = parse("[\"EVENT\"," + Sample.text(event.json()) + "]");

    assertThat(message).isEqualTo(new ClientMessage.Publish(event));
    Event read = ((ClientMessage.Publish) message).event();
    assertThat(read.tags()).containsExactly(Tag.of("t", "x", "y"), Tag.of("-"));
    assertThat(read.content()).isEqualTo("hi");
    assertThat(read.author()).isEqualTo(Sample.ALICE);
    assertThat(read.signature()).isEqualTo(Sample.SIGNATURE);
    assertThat(read.createdAt()).isEqualTo(Sample.TIME);
  }

  @Test
  void unknownFieldsOfAnEventAreLeftOutOfItsText() {
    Event event = Sample.event(1, "hi");
    String text = Sample.text(event.json());
    String more = text.replace("{\"id\"", "{ \"seen\":[{\"a\":1}], \"id\"");
    assertThat(parse("[\"EVENT\", " + more + "]"))
        .isInstanceOfSatisfying(
            ClientMessage.Publish.class,
            publish -> assertThat(Sample.text(publish.event().json())).isEqualTo(text));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "kind":1            | "kind":"1"                  | kind is not a whole number
          "kind":1            | "kind":65536                | kind is out of range
          "kind":1            | "kind":1.5                  | kind is not a whole number
          "kind":1            | "kind":1,"kind":2           | kind appears twice
          "kind":1,           | ""                          | kind is missing
          1700000000          | -1                          | created_at is out of range
          1700000000          | 99999999999999999999        | created_at is not a whole number
          1700000000          | [[]]                        | created_at is not a whole number
          "tags":[]           | "tags":{"a":[]}             | tags is not an array
          "tags":[]           | "tags":[[]]                 | a tag is empty
          "tags":[]           | "tags":[["a"],"b"]          | a tag is not an array
          "tags":[]           | "tags":[["a",["x"],1],["b"]] | a tag element is not a string
          "tags":[]           | "tags":[["a",null]]         | a tag element is not a string
          "content":"hi"      | "content":null              | content is not a string
          "content":"hi"      | "content":"\\ud800"         | content has an unpaired surrogate
          5f5f                | 5F5F                        | sig is not 128 lower-case hex digits
          a1a1a1a1            | A1A1A1A1                    | pubkey is not 64 lower-case hex digits
          "tags":[]           | "tags":[["a"],["a"],["a"],["a"],["a"]] | the limit is 4
          "tags":[]           | "tags":[["a","","","","","","","",""]] | the limit is 8 strings in all tags
          "tags":[]           | "tags":[["a","","","",""],["b","","",""]] | the limit is 8 strings in all tags
          "kind":1            | "kind":30618,"tags":[["a","","","","","","","","","",""]] | the limit is 10 strings
          """)
  void badFieldIsRefusedByNameOfTheEvent(String from, String to, String why) {
    Event event = Sample.event(1, "hi");
    String text = Sample.text(event.json()).replace(from, to.equals("\"\"") ? "" : to);
    assertThat(parse("[\"EVENT\"," + text + "]"))
        .isInstanceOfSatisfying(
            ClientMessage.BadEvent.class,
            bad -> {
              assertThat(bad.id()).isEqualTo(event.id());
              assertThat(bad.refusal().message()).startsWith("invalid: ").contains(why);
            });
  }

  @ParameterizedTest
  @CsvSource({"1,8,true", "1,9,false", "30618,10,true", "30618,11,false"})
  void kindDecidesHowManyTagItemsItsEventsHave(int kind, int items, boolean fits) {
    String[] tag = new String[items];
    Arrays.fill(tag, "a");
    Event event = Sample.event(kind, "hi", Tag.of(tag));
    String text = Sample.text(event.json());
    String kindLast =
        text.replace("\"kind\":" + kind + ",", "").replace("}", ",\"kind\":" + kind + "}");
    for (String json : List.of(text, kindLast)) {
      ClientMessage message = parse("[\"EVENT\"," + json + "]");
      if (fits) {
        assertThat(message).isEqualTo(new ClientMessage.Publish(event));
      } else {
        assertThat(message)
            .isInstanceOfSatisfying(
                ClientMessage.BadEvent.class,
                bad -> {
                  assertThat(bad.id()).isEqualTo(event.id());
                  assertThat(bad.refusal().reason()).isEqualTo(EventReason.TOO_MANY_TAG_ITEMS);
                });
      }
    }
  }

  /** Two million strings would take 100 MB; what is refused takes next to nothing. */
  @Test
  void tagItemsAreRefusedBeforeTheyTakeMemory() {
    Event event = Sample.event(1, "hi");
    String many = "[\"a\"" + ",\"b\"".repeat(300_000) + "]";
    byte[] text =
        Sample.utf8(
            "[\"EVENT\","
                + Sample.text(event.json()).replace("\"tags\":[]", "\"tags\":[" + many + "]")
                + "]");
    MessageParser.parse(text, LIMITS);
    com.sun.management.ThreadMXBean threads =
        (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    ClientMessage message = MessageParser.parse(text, LIMITS);
    long taken = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(message).isInstanceOf(ClientMessage.BadEvent.class);
    assertThat(taken).isLessThan(200_000);
  }

  @Test
  void textThatBreaksOffAfterTheIdIsStillAnsweredByName() {
    Event event = Sample.event(1, "hi");
    String text = Sample.text(event.json());
    assertThat(parse("[\"EVENT\"," + text.substring(0, text.length() - 20)))
        .isInstanceOfSatisfying(
            ClientMessage.BadEvent.class, bad -> assertThat(bad.id()).isEqualTo(event.id()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "null",
        "[]",
        "[1]",
        "{'EVENT':1}",
        "['NOPE']",
        "['EVENT']",
        "['EVENT',1]",
        "['EVENT',{}]",
        "['REQ']",
        "['REQ',1,{}]",
        "['CLOSE']",
        "['CLOSE','']",
        "['CLOSE','a'] x",
        "[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]",
        "['NEG-CLOSE',{}]",
        "\u0000",
        "['EVENT',{'id':'xyz'}]"
      })
  void whatNamesNobodyIsUnreadable(String text) {
    assertThat(parse(quoted(text)))
        .isInstanceOfSatisfying(
            ClientMessage.Unreadable.class,
            bad -> assertThat(bad.refusal().message()).startsWith("invalid: "));
  }

  @Test
  void bytesThatAreNotUtf8AreUnreadable() {
    byte[] bytes = {'[', '"', (byte) 0xC0, (byte) 0x80, '"', ']'};
    assertThat(MessageParser.parse(bytes, LIMITS))
        .isEqualTo(new ClientMessage.Unreadable(MessageReason.NOT_UTF8.refusal()));
  }

  @Test
  void reqIsReadWithAllFields() {
    ClientMessage message =
        parse(
            quoted(
                "['REQ','s',{'ids':['HEX'],'authors':['HEX']},"
                    + "{'kinds':[1,1,0],'since':5,'until':6,'limit':7,'search':'x'},"
                    + "{'#e':['HEX'],'#E':['x'],'#t':['b','a']}]"));
    Filter first =
        Filter.builder()
            .ids(List.of(EventId.parse(HEX)))
            .authors(List.of(PublicKey.parse(HEX)))
            .build();
    Filter second =
        Filter.builder().kinds(List.of(0, 1)).since(5).until(6).limit(7).search("x").build();
    Filter third =
        Filter.builder()
            .tag('e', List.of(HEX))
            .tag('E', List.of("x"))
            .tag('t', List.of("a", "b"))
            .build();
    assertThat(message).isEqualTo(new ClientMessage.Req(sub("s"), List.of(first, second, third)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          ['REQ','s']                        | there is no filter
          ['REQ','s',1]                      | a filter is not an object
          ['REQ','s',{},{},{},{}]            | too many filters
          ['REQ','s',{'kinds':[1,2,3,4,5,6]}] | too many values
          ['REQ','s',{'ids':['ab']}]         | ids holds something that is not 64
          ['REQ','s',{'#e':['AB']}]          | #e holds something that is not 64
          ['REQ','s',{'#p':[1]}]             | #p holds something that is not 64
          ['REQ','s',{'#t':[1]}]             | #t holds something that is not a string
          ['REQ','s',{'kinds':['1']}]        | kinds holds something that is not a kind
          ['REQ','s',{'kinds':[70000]}]      | kinds holds something that is not a kind
          ['REQ','s',{'kinds':1}]            | kinds is not an array
          ['REQ','s',{'limit':-1}]           | limit is negative
          ['REQ','s',{'limit':1.5}]          | limit is not a whole number
          ['REQ','s',{'since':'now'}]        | since is not a whole number
          ['REQ','s',{'until':1e99}]         | until is not a whole number
          ['REQ','s',{'search':1}]           | search is not a string
          ['REQ','s',{'search':'LONG'}]     | a value in a filter is too long: the limit is 64 bytes
          ['REQ','s',{'#t':['a','LONG']}]    | a value in a filter is too long: the limit is 64 bytes
          ['REQ','s',{'#e':['LONG']}]        | a value in a filter is too long: the limit is 64 bytes
          ['REQ','s',{'ids':['LONG']}]       | a value in a filter is too long: the limit is 64 bytes
          ['COUNT','s',{'#t':['WIDE']}]      | a value in a filter is too long: the limit is 64 bytes
          ['REQ','s',{'#ab':['x']}]          | unknown field '#ab'
          ['REQ','s',{'nope':1}]             | unknown field 'nope'
          ['REQ','s',{'kinds':[1],'kinds':[2]}] | 'kinds' appears twice
          ['REQ','s',{'kinds':[1]            | not valid JSON
          ['COUNT','s',[]]                   | a filter is not an object
          """)
  void badFilterIsRefusedByNameOfTheSubscription(String text, String why) {
    assertThat(parse(quoted(text).replace(";", "|")))
        .isInstanceOfSatisfying(
            ClientMessage.BadSubscription.class,
            bad -> {
              assertThat(bad.id()).isEqualTo("s");
              assertThat(bad.refusal().message()).startsWith("invalid: ");
              assertThat(bad.refusal().message().replace('"', '\'')).contains(why);
            });
  }

  @Test
  void subscriptionIdHasOneToSixtyFourCharacters() {
    assertThat(parse("[\"REQ\",\"" + "\uD83D\uDE00".repeat(64) + "\",{}]"))
        .isInstanceOf(ClientMessage.Req.class);
    assertThat(parse("[\"REQ\",\"" + "x".repeat(65) + "\",{}]"))
        .isInstanceOfSatisfying(
            ClientMessage.BadSubscription.class,
            bad -> assertThat(bad.id()).isEqualTo("x".repeat(64)));
    assertThat(parse("[\"REQ\",\"" + "x".repeat(100_000) + "\",{}]"))
        .isInstanceOfSatisfying(
            ClientMessage.BadSubscription.class,
            bad -> assertThat(bad.id()).isEqualTo("x".repeat(64)));
    assertThat(parse("[\"REQ\",\"\",{}]")).isInstanceOf(ClientMessage.BadSubscription.class);
  }

  @Test
  void negentropyMessagesAreRead() {
    assertThat(parse(quoted("['NEG-OPEN','n',{'kinds':[1]},'6100']")))
        .isInstanceOfSatisfying(
            ClientMessage.NegOpen.class,
            open -> {
              assertThat(open.id()).isEqualTo(sub("n"));
              assertThat(open.filter().kinds()).containsExactly(1);
              assertThat(open.message()).containsExactly(0x61, 0);
            });
    assertThat(parse(quoted("['NEG-MSG','n','61']"))).isInstanceOf(ClientMessage.NegMsg.class);
    assertThat(parse(quoted("['NEG-CLOSE','n']"))).isEqualTo(new ClientMessage.NegClose(sub("n")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "['NEG-OPEN','n']",
        "['NEG-OPEN','n',[],'61']",
        "['NEG-OPEN','n',{},5]",
        "['NEG-OPEN','n',{},'6']",
        "['NEG-OPEN','n',{},'6G']",
        "['NEG-MSG','n']",
        "['NEG-MSG','n',{}]"
      })
  void badNegentropyIsRefusedByNameOfTheSession(String text) {
    assertThat(parse(quoted(text)))
        .isInstanceOfSatisfying(
            ClientMessage.BadNegentropy.class,
            bad -> assertThat(bad.refusal().message()).startsWith("invalid: "));
  }

  @Test
  void answersAreAsciiWhateverTheClientSent() {
    ClientMessage message = parse("[\"\u00e9\\n\u0007" + "y".repeat(100) + "\"]");
    String told = ((ClientMessage.Unreadable) message).refusal().message();
    assertThat(told).matches("[ -~]+").hasSizeLessThan(150);
  }
}
