package dev.graspd.conformance.nip;

import static dev.graspd.testkit.client.Texts.by;
import static dev.graspd.testkit.client.Texts.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.Answer;
import dev.graspd.testkit.client.Negentropy;
import dev.graspd.testkit.client.Negentropy.Bound;
import dev.graspd.testkit.client.Negentropy.Range;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.RelaySuite;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bytes: answers are compared with ones computed here, from the same events. */
class Nip77MessageTest extends RelaySuite {
  private static final String WRONG = "00".repeat(16);
  private static final int FRAME_BYTES_MAX = 60_000;

  private final Signer alice = newKey();

  @ParameterizedTest
  @ValueSource(strings = {"60", "62", "6f", "60000002"})
  @Claims("N77-2")
  void anotherVersionIsAnsweredByOurs(String hex) {
    RelayClient relay = connect();
    relay.send(json("['NEG-OPEN','n',%s,'%s']", by(alice), hex));
    assertThat(relay.negentropyAnswer("n")).isEqualTo(new Answer.NegMsg("n", "61"));
    assertThat(Negentropy.open(relay, "n", by(alice), allWrong())).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "6",
        "zz",
        "51",
        "70",
        "00",
        "6100",
        "610000",
        "61000003",
        "61000001",
        "6100000100112233",
        "61000002",
        "6100000201",
        "61000002ffffffff7f",
        "6100000287ffffffffffffffff7f",
        "610021",
        "610020",
        "61ffffffffffffffffffff00",
        "6180"
      })
  @Claims("N77-2")
  void aMessageThatCannotBeReadEndsTheSessionAndNotTheSocket(String hex) {
    RelayClient relay = connect();
    relay.store(EventBuilder.note("there is something").signedBy(alice));
    assertThat(Negentropy.refusal(relay, "n", by(alice), hex)).matches("[a-z-]+: .+");
    relay.store(EventBuilder.note("still open").signedBy(alice));
  }

  @Test
  @Claims("N77-2")
  void garbageInALaterMessageEndsTheSession() {
    RelayClient relay = connect();
    Negentropy.open(relay, "n", by(alice), allWrong());
    relay.send(json("['NEG-MSG','n','61000002ffffffff7f']"));
    assertThat(Negentropy.error(relay, "n")).matches("[a-z-]+: .+");
    relay.send(json("['NEG-MSG','n','%s']", allWrong()));
    assertThat(Negentropy.error(relay, "n")).matches("closed: .+");
  }

  @Test
  @Claims({"N77-4", "N77-5"})
  void equalSetsAreAnsweredByTheVersionAlone() {
    RelayClient relay = connect();
    for (int count : new int[] {0, 1, 40}) {
      Signer author = newKey();
      List<Event> items = stored(relay, author, count, 3);
      String ask = Negentropy.message(Negentropy.fingerprint(Bound.INFINITY, items));
      assertThat(Negentropy.open(relay, "n", by(author), ask)).as("%s", count).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 31})
  @Claims("N77-5")
  void anUnequalRangeBelow32ItemsIsAnIdList(int count) {
    RelayClient relay = connect();
    List<Event> items = stored(relay, alice, count, 3);
    assertThat(Negentropy.open(relay, "n", by(alice), allWrong()))
        .containsExactly(Negentropy.idList(Bound.INFINITY, items));
  }

  @ParameterizedTest
  @ValueSource(ints = {32, 47, 100})
  @Claims({"N77-3", "N77-4", "N77-5"})
  void anUnequalRangeOf32ItemsOrMoreIsSixteenBuckets(int count) {
    RelayClient relay = connect();
    List<Event> items = stored(relay, alice, count, count / 8);
    assertThat(Negentropy.open(relay, "n", by(alice), allWrong()))
        .containsExactlyElementsOf(Negentropy.sixteenBuckets(items));
  }

  /** All at one time: every bound needs as many bytes of the id as tell the neighbours apart. */
  @Test
  @Claims("N77-3")
  void amongEqualTimesBoundsAreTheShortestPrefixes() {
    RelayClient relay = connect();
    List<Event> items = stored(relay, alice, 300, 1);
    assertThat(Negentropy.open(relay, "n", by(alice), allWrong()))
        .containsExactlyElementsOf(Negentropy.sixteenBuckets(items));
  }

  @Test
  @Claims({"N77-3", "N77-5"})
  void upperBoundsAreExclusive() {
    RelayClient relay = connect();
    List<Event> items = stored(relay, alice, 6, 6);
    Bound third = new Bound(items.get(3).createdAt(), "");
    Range.Fingerprint wrong = new Range.Fingerprint(third, WRONG);
    assertThat(Negentropy.open(relay, "n", by(alice), Negentropy.message(wrong)))
        .containsExactly(Negentropy.idList(third, items.subList(0, 3)));
    Bound exactly = new Bound(items.get(3).createdAt(), items.get(3).id().hex());
    wrong = new Range.Fingerprint(exactly, WRONG);
    assertThat(Negentropy.next(relay, "n", Negentropy.message(wrong)))
        .containsExactly(Negentropy.idList(exactly, items.subList(0, 3)));
  }

  @Test
  @Claims("N77-5")
  void equalRangesAreSkippedTogetherAndAtTheEndLeftOut() {
    RelayClient relay = connect();
    List<Event> items = stored(relay, alice, 12, 12);
    Bound[] ends = new Bound[4];
    for (int i = 1; i < 4; i++) {
      ends[i] = Bound.between(items.get(3 * i - 1), items.get(3 * i));
    }
    String ask =
        Negentropy.message(
            Negentropy.fingerprint(ends[1], items.subList(0, 3)),
            Negentropy.fingerprint(ends[2], items.subList(3, 6)),
            new Range.Fingerprint(ends[3], WRONG),
            Negentropy.fingerprint(Bound.INFINITY, items.subList(9, 12)));
    assertThat(Negentropy.open(relay, "n", by(alice), ask))
        .containsExactly(new Range.Skip(ends[2]), Negentropy.idList(ends[3], items.subList(6, 9)));
  }

  @Test
  @Claims("N77-5")
  void anIdListIsAnsweredByOurs() {
    RelayClient relay = connect();
    List<Event> items = stored(relay, alice, 5, 5);
    Event theirs = EventBuilder.note("not sent").at(1002).signedBy(alice);
    String ask =
        Negentropy.message(
            Negentropy.idList(Bound.INFINITY, List.of(items.get(1), theirs, items.get(4))));
    assertThat(Negentropy.open(relay, "n", by(alice), ask))
        .containsExactly(Negentropy.idList(Bound.INFINITY, items));
  }

  /** 2,500 ids are 80 kB: they come in parts, and a fingerprint stands for the rest. */
  @Test
  @Claims({"N77-2", "N77-5"})
  void anAnswerThatWouldBeTooLongEndsWithAFingerprintOfTheRest() {
    RelayClient relay = connect();
    List<Event> items = stored(relay, alice, 2_500, 100);
    List<EventId> ids = items.stream().map(Event::id).toList();
    String ask = Negentropy.message(new Range.IdList(Bound.INFINITY, List.of()));
    relay.send(json("['NEG-OPEN','n',%s,'%s']", by(alice), ask));
    String hex = ((Answer.NegMsg) relay.negentropyAnswer("n")).hex();
    assertThat(hex.length() / 2).isLessThanOrEqualTo(FRAME_BYTES_MAX);
    List<Range> answer = Negentropy.parse(hex);
    assertThat(answer).hasSize(2);
    Range.IdList first = (Range.IdList) answer.getFirst();
    assertThat(first.ids()).isEqualTo(ids.subList(0, first.ids().size()));
    assertThat(answer.getLast())
        .isEqualTo(
            Negentropy.fingerprint(
                Bound.INFINITY, items.subList(first.ids().size(), items.size())));
    assertThat(Negentropy.allIds(relay, by(alice))).isEqualTo(ids);
  }

  /** A client that walks down every differing range finds exactly the difference. */
  @Test
  @Claims({"N77-1", "N77-5"})
  void theDifferenceIsFoundByWalkingDown() {
    RelayClient relay = connect();
    List<Event> theirs = stored(relay, alice, 400, 37);
    List<Event> ours = new ArrayList<>(theirs);
    Event missing = ours.remove(123);
    Event extra = EventBuilder.note("only here").at(1017).signedBy(alice);
    ours.add(extra);
    ours.sort(Negentropy.ORDER);
    List<Range> answer =
        Negentropy.open(
            relay,
            "n",
            by(alice),
            Negentropy.message(Negentropy.fingerprint(Bound.INFINITY, ours)));
    List<EventId> need = new ArrayList<>();
    List<EventId> have = new ArrayList<>();
    int rounds = 0;
    while (!answer.isEmpty() && rounds++ < 10) {
      List<Range> reply = Walk.reply(answer, ours, need, have);
      answer = reply.isEmpty() ? List.of() : Negentropy.next(relay, "n", Negentropy.message(reply));
    }
    assertThat(need).containsExactly(missing.id());
    assertThat(have).containsExactly(extra.id());
  }

  /** One step of a client. */
  private static final class Walk {
    static List<Range> reply(
        List<Range> answer, List<Event> ours, List<EventId> need, List<EventId> have) {
      List<Range> reply = new ArrayList<>();
      Bound from = new Bound(0, "");
      for (Range range : answer) {
        List<Event> mine = within(ours, from, range.upTo());
        reply.add(
            switch (range) {
              case Range.Skip skip -> skip;
              case Range.Fingerprint theirs -> {
                Range same = Negentropy.fingerprint(theirs.upTo(), mine);
                yield same.equals(theirs)
                    ? new Range.Skip(theirs.upTo())
                    : Negentropy.idList(theirs.upTo(), mine);
              }
              case Range.IdList(var upTo, var ids) -> {
                List<EventId> my = mine.stream().map(Event::id).toList();
                ids.stream().filter(id -> !my.contains(id)).forEach(need::add);
                my.stream().filter(id -> !ids.contains(id)).forEach(have::add);
                yield new Range.Skip(upTo);
              }
            });
        from = range.upTo();
      }
      return reply.stream().allMatch(Range.Skip.class::isInstance) ? List.of() : reply;
    }

    private static List<Event> within(List<Event> items, Bound from, Bound upTo) {
      return items.stream().filter(i -> !isBelow(i, from) && isBelow(i, upTo)).toList();
    }

    private static boolean isBelow(Event item, Bound bound) {
      return item.createdAt() != bound.time()
          ? item.createdAt() < bound.time()
          : item.id().hex().compareTo(bound.prefixHex()) < 0;
    }
  }

  private static String allWrong() {
    return Negentropy.message(new Range.Fingerprint(Bound.INFINITY, WRONG));
  }

  /** Stores notes spread over some seconds; returns them in the order of negentropy. */
  private static List<Event> stored(RelayClient relay, Signer author, int count, int seconds) {
    List<Event> events =
        IntStream.range(0, count)
            .mapToObj(i -> EventBuilder.note("n" + i).at(1000 + i % Math.max(1, seconds)))
            .map(event -> event.signedBy(author))
            .toList();
    relay.store(events);
    return events.stream().sorted(Negentropy.ORDER).toList();
  }
}
