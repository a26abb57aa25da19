package dev.graspd.core.sync.relays;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.machine.Now;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.relays.NaughtyList.Category;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NaughtyListTest {
  private static final RelayUrl A = relay("wss://a.example");
  private static final RelayUrl B = relay("wss://b.example");
  private static final RelayUrl NAMED = relay("wss://bootstrap.example");

  private final NaughtyList list = new NaughtyList(NaughtyList.DEFAULT_TIME, List.of(NAMED));

  private static RelayUrl relay(String text) {
    return RelayUrl.parse(text).orElseThrow();
  }

  private static Now at(Duration time) {
    return new Now(time.toNanos(), 0);
  }

  private static Now hours(long hours) {
    return at(Duration.ofHours(hours));
  }

  @Test
  void relayIsLeftAloneForTwelveHours() {
    assertThat(list.find(A, hours(0))).isEmpty();
    assertThat(list.add(A, Category.TLS, "certificate expired", hours(1))).isTrue();
    assertThat(list.find(A, at(Duration.ofHours(13).minusNanos(1))))
        .hasValueSatisfying(entry -> {
          assertThat(entry.category()).isEqualTo(Category.TLS);
          assertThat(entry.reason()).isEqualTo("certificate expired");
          assertThat(entry.untilNanos()).isEqualTo(hours(13).nanos());
        });
    assertThat(list.find(B, hours(1))).isEmpty();
    assertThat(list.find(A, hours(13))).isEmpty();
  }

  @Test
  void newFaultStartsTheTimeAnew() {
    list.add(A, Category.TLS, "", hours(0));
    list.add(B, Category.TLS, "", hours(1));
    list.add(A, Category.MISBEHAVED, "bad signatures", hours(6));
    assertThat(list.find(A, hours(17)))
        .hasValueSatisfying(entry -> assertThat(entry.category()).isEqualTo(Category.MISBEHAVED));
    assertThat(list.entries(hours(7))).extracting(NaughtyList.Entry::relay).containsExactly(B, A);
    assertThat(list.entries(hours(14))).extracting(NaughtyList.Entry::relay).containsExactly(A);
  }

  @Test
  void relayThatTheOperatorNamedIsNeverOnIt() {
    assertThat(list.add(NAMED, Category.NO_SUCH_NAME, "", hours(0))).isFalse();
    assertThat(list.find(NAMED, hours(0))).isEmpty();
  }

  @Test
  void everyCategoryIsCountedAlsoAtZero() {
    list.add(A, Category.NOT_A_RELAY, "", hours(0));
    list.add(B, Category.NOT_A_RELAY, "", hours(3));
    assertThat(list.counts(hours(4)))
        .isEqualTo(
            Map.of(
                Category.NO_SUCH_NAME, 0,
                Category.TLS, 0,
                Category.NOT_A_RELAY, 2,
                Category.MISBEHAVED, 0));
    assertThat(list.counts(hours(12))).containsEntry(Category.NOT_A_RELAY, 1);
    assertThat(Arrays.stream(Category.values()).map(Category::label))
        .containsExactly("dns", "tls", "protocol", "misbehaved");
  }

  @Test
  void fullListLetsTheOldestOff() {
    for (int i = 0; i <= NaughtyList.RELAYS_MAX; i++) {
      list.add(relay("wss://r" + i + ".example"), Category.TLS, "", at(Duration.ofMillis(i)));
    }
    assertThat(list.entries(hours(1))).hasSize(NaughtyList.RELAYS_MAX);
    assertThat(list.find(relay("wss://r0.example"), hours(1))).isEmpty();
    assertThat(list.find(relay("wss://r1.example"), hours(1))).isPresent();
    assertThat(list.find(relay("wss://r10000.example"), hours(1))).isPresent();
  }

  @Test
  void longReasonsAreCutBetweenCharacters() {
    list.add(A, Category.MISBEHAVED, "\ud83d\ude00".repeat(300), hours(0));
    assertThat(list.entries(hours(0)).getFirst().reason()).isEqualTo("\ud83d\ude00".repeat(256));
  }

  @ParameterizedTest
  @EnumSource(
      value = DialFailure.class,
      names = {"ORDINARY", "RESOLVER_SILENT", "DENIED", "PRIVATE_SERVICE"})
  void failuresThatMayHealOrAreOursPutNobodyOnIt(DialFailure failure) {
    assertThat(Category.of(failure)).isEmpty();
  }

  @Test
  void faultsThatDoNotHealHaveACategory() {
    assertThat(Category.of(DialFailure.NO_SUCH_NAME)).contains(Category.NO_SUCH_NAME);
    assertThat(Category.of(DialFailure.TLS)).contains(Category.TLS);
    assertThat(Category.of(DialFailure.NOT_A_RELAY)).contains(Category.NOT_A_RELAY);
  }
}
