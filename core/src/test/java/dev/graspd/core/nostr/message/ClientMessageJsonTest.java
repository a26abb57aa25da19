package dev.graspd.core.nostr.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.FilterJson;
import dev.graspd.core.nostr.Sample;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.nostr.TagLimits;
import dev.graspd.core.nostr.refusal.MessageReason;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ClientMessageJsonTest {
  private static final MessageLimits LIMITS =
      new MessageLimits(10, 1_000, 1_024, new TagLimits(100, 200, 200));
  private static final SubscriptionId SUB = new SubscriptionId("s\"\u00e9\n");
  private static final EventId LOW = EventId.parse("0a".repeat(32));
  private static final EventId HIGH = EventId.parse("fb".repeat(32));

  private static String json(ClientMessage message) {
    return Sample.text(ClientMessageJson.write(message));
  }

  @Test
  void filtersAreWrittenWithEveryFieldAndSortedValues() {
    Filter filter =
        Filter.builder()
            .ids(List.of(HIGH, LOW))
            .authors(List.of(Sample.BOB, Sample.ALICE))
            .kinds(List.of(30_617, 1))
            .tag('e', List.of(HIGH.hex(), LOW.hex()))
            .tag('A', List.of("30617:x:\"b\"", "30617:x:a"))
            .since(1)
            .until(2)
            .limit(0)
            .search("a\\b")
            .build();
    assertThat(Sample.text(FilterJson.write(filter)))
        .isEqualTo(
            "{'ids':['LOW','HIGH'],'authors':['ALICE','BOB'],'kinds':[1,30617],"
                    .replace("LOW", LOW.hex())
                    .replace("HIGH", HIGH.hex())
                    .replace("ALICE", Sample.ALICE.hex())
                    .replace("BOB", Sample.BOB.hex())
                    .replace('\'', '"')
                + "\"#A\":[\"30617:x:\\\"b\\\"\",\"30617:x:a\"],"
                + ("\"#e\":[\"" + LOW.hex() + "\",\"" + HIGH.hex() + "\"],")
                + "\"since\":1,\"until\":2,\"limit\":0,\"search\":\"a\\\\b\"}");
    assertThat(Sample.text(FilterJson.write(Filter.ALL))).isEqualTo("{}");
    assertThat(Sample.text(FilterJson.write(Filter.builder().kinds(List.of()).build())))
        .isEqualTo("{\"kinds\":[]}");
  }

  @Test
  void messagesHaveTheirWireForm() {
    SubscriptionId sub = new SubscriptionId("s");
    Event event = Sample.event(22_242, Tag.of("challenge", "c"));
    assertThat(json(new ClientMessage.Req(sub, List.of(Filter.ALL, Filter.ALL.withLimit(0)))))
        .isEqualTo("[\"REQ\",\"s\",{},{\"limit\":0}]");
    assertThat(json(new ClientMessage.Close(sub))).isEqualTo("[\"CLOSE\",\"s\"]");
    assertThat(json(new ClientMessage.NegOpen(sub, Filter.ALL, new byte[] {0x61, -1})))
        .isEqualTo("[\"NEG-OPEN\",\"s\",{},\"61ff\"]");
    assertThat(json(new ClientMessage.NegMsg(sub, new byte[] {0x61})))
        .isEqualTo("[\"NEG-MSG\",\"s\",\"61\"]");
    assertThat(json(new ClientMessage.NegClose(sub))).isEqualTo("[\"NEG-CLOSE\",\"s\"]");
    assertThat(json(new ClientMessage.Auth(event)))
        .isEqualTo("[\"AUTH\"," + Sample.text(event.json()) + "]");
  }

  static Stream<ClientMessage> messages() {
    Event event = Sample.event(1, "a \"b\" \u0001 \u00e9", Tag.of("t", "x"));
    Filter filter = Filter.builder().tag('d', List.of("a:b", "\u00e9")).limit(3).build();
    return Stream.of(
        new ClientMessage.Publish(event),
        new ClientMessage.Auth(event),
        new ClientMessage.Req(SUB, List.of(filter, Filter.ALL)),
        new ClientMessage.Count(SUB, List.of(filter)),
        new ClientMessage.Close(SUB),
        new ClientMessage.NegClose(SUB));
  }

  @ParameterizedTest
  @MethodSource("messages")
  void whatIsWrittenIsReadAsTheSame(ClientMessage message) {
    assertThat(MessageParser.parse(ClientMessageJson.write(message), LIMITS)).isEqualTo(message);
  }

  @Test
  void negentropyIsReadAsTheSame() {
    Filter filter = Filter.builder().kinds(List.of(1)).build();
    byte[] bytes = {0x61, 0, -128, 127};
    assertThat(
            MessageParser.parse(
                ClientMessageJson.write(new ClientMessage.NegOpen(SUB, filter, bytes)), LIMITS))
        .isInstanceOfSatisfying(
            ClientMessage.NegOpen.class,
            read -> {
              assertThat(read.id()).isEqualTo(SUB);
              assertThat(read.filter()).isEqualTo(filter);
              assertThat(read.message()).isEqualTo(bytes);
            });
    assertThat(
            MessageParser.parse(
                ClientMessageJson.write(new ClientMessage.NegMsg(SUB, bytes)), LIMITS))
        .isInstanceOfSatisfying(
            ClientMessage.NegMsg.class, read -> assertThat(read.message()).isEqualTo(bytes));
  }

  @Test
  void anyFilterIsReadAsTheSame() {
    for (long seed = 0; seed < 500; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      List<Filter> filters = new ArrayList<>();
      IntStream.rangeClosed(0, random.nextInt(3)).forEach(_ -> filters.add(filter(random)));
      ClientMessage req = new ClientMessage.Req(new SubscriptionId("s" + seed), filters);
      assertThat(MessageParser.parse(ClientMessageJson.write(req), LIMITS))
          .as("seed %d", seed)
          .isEqualTo(req);
    }
  }

  private static Filter filter(SplittableRandom random) {
    Filter.Builder filter = Filter.builder();
    if (random.nextBoolean()) {
      filter.ids(random.longs(random.nextInt(4)).mapToObj(ClientMessageJsonTest::id).toList());
    }
    if (random.nextBoolean()) {
      filter.kinds(random.ints(random.nextInt(4), 0, 65_536).boxed().toList());
    }
    if (random.nextBoolean()) {
      filter.tag('E', random.longs(2).mapToObj(word -> id(word).hex()).toList());
    }
    if (random.nextBoolean()) {
      filter.tag('d', random.ints(3, 0, 0xD800).mapToObj(Character::toString).toList());
    }
    if (random.nextBoolean()) {
      filter.since(random.nextLong()).until(random.nextLong()).limit(random.nextInt(1_000));
    }
    return filter.build();
  }

  private static EventId id(long word) {
    return EventId.ofWords(word, word * 31, ~word, 7);
  }

  @Test
  void findingsAboutBadInputAreNeverSent() {
    assertThatThrownBy(() ->
            ClientMessageJson.write(
                new ClientMessage.Unreadable(MessageReason.MALFORMED_MESSAGE.refusal())))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
