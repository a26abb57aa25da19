package dev.graspd.core.nostr;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventTest {
  @ParameterizedTest
  @CsvSource({
    "0,REPLACEABLE",
    "1,REGULAR",
    "3,REPLACEABLE",
    "4,REGULAR",
    "44,REGULAR",
    "45,REGULAR",
    "999,REGULAR",
    "1000,REGULAR",
    "9999,REGULAR",
    "10000,REPLACEABLE",
    "19999,REPLACEABLE",
    "20000,EPHEMERAL",
    "29999,EPHEMERAL",
    "30000,ADDRESSABLE",
    "39999,ADDRESSABLE",
    "40000,REGULAR",
    "65535,REGULAR"
  })
  void kindsHaveTheirRanges(int kind, Kinds.Life life) {
    assertThat(Kinds.lifeOf(kind)).isEqualTo(life);
  }

  @Test
  void addressIsKindAuthorAndFirstIdentifier() {
    assertThat(Sample.event(30617, Tag.of("d", "a:b"), Tag.of("d", "c")).address())
        .contains(new Address(30617, Sample.ALICE, "a:b"));
    assertThat(Sample.event(30617).address()).contains(new Address(30617, Sample.ALICE, ""));
    assertThat(Sample.event(0, Tag.of("d", "x")).address())
        .contains(new Address(0, Sample.ALICE, ""));
    assertThat(Sample.event(1, Tag.of("d", "x")).address()).isEmpty();
  }

  @Test
  void addressesAreParsedStrictly() {
    String key = "a1".repeat(32);
    assertThat(Address.parse("30617:" + key + ":a:b"))
        .contains(new Address(30617, Sample.ALICE, "a:b"));
    assertThat(Address.parse("0:" + key + ":")).contains(new Address(0, Sample.ALICE, ""));
    assertThat(
            Stream.of(
                    "",
                    ":",
                    "30617",
                    "30617:" + key,
                    "1:" + key + ":x",
                    "030617:" + key + ":x",
                    "99999:" + key + ":x",
                    "30617:" + key.toUpperCase(Locale.ROOT) + ":x",
                    "-1:" + key + ":x",
                    "306170:" + key + ":x")
                .map(Address::parse))
        .allMatch(Optional::isEmpty);
  }

  @Test
  void newestComesFirstAndTiesGoToTheLowestId() {
    Event one = at(5, "one");
    Event two = at(5, "two");
    Event newer = at(6, "three");
    Event low = one.id().compareTo(two.id()) < 0 ? one : two;
    Event high = low.equals(one) ? two : one;
    assertThat(Stream.of(high, newer, low).sorted(Event.NEWEST_FIRST))
        .containsExactly(newer, low, high);
  }

  private static Event at(long time, String content) {
    UnsignedEvent body = new UnsignedEvent(Sample.ALICE, time, 1, List.of(), content);
    return body.signed(body.id(), Sample.SIGNATURE);
  }

  @ParameterizedTest
  @CsvSource({
    "100,99,false",
    "100,100,true",
    "100,101,true",
    "x,101,false",
    "-5,101,false",
    "99999999999999999999,101,false"
  })
  void expirationIsAPlainNumberOfSeconds(String value, long now, boolean expired) {
    assertThat(Sample.event(1, Tag.of("expiration", value)).isExpiredAt(now)).isEqualTo(expired);
  }

  @Test
  void deletionNamesIdsAndOwnAddressesOnly() {
    String id = "0f".repeat(32);
    DeletionRequest request =
        DeletionRequest.of(
            Sample.event(
                5,
                Tag.of("e", id),
                Tag.of("e", id),
                Tag.of("e", "nonsense"),
                Tag.of("a", "30617:" + Sample.ALICE + ":x"),
                Tag.of("a", "30617:" + Sample.BOB + ":x"),
                Tag.of("k", "1")));
    assertThat(request.ids()).containsExactly(EventId.parse(id));
    assertThat(request.addresses()).containsExactly(new Address(30617, Sample.ALICE, "x"));
    assertThat(request.size()).isEqualTo(2);
    assertThat(DeletionRequest.canHide(5)).isFalse();
    assertThat(DeletionRequest.canHide(62)).isFalse();
    assertThat(DeletionRequest.canHide(1)).isTrue();
  }
}
