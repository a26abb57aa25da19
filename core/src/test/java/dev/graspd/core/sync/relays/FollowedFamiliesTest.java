package dev.graspd.core.sync.relays;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.filter.SyncLevel;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class FollowedFamiliesTest {
  private static final RelayUrl ONE = relay("one");
  private static final RelayUrl TWO = relay("two");
  private static final RelayUrl BOOT = relay("boot");
  private static final Identifier A = new Identifier("a");
  private static final Identifier B = new Identifier("b");

  private final FollowedFamilies rows = new FollowedFamilies(Collections.emptySortedSet());
  private final FollowedFamilies withBootstrap = new FollowedFamilies(new TreeSet<>(List.of(BOOT)));

  private static RelayUrl relay(String name) {
    return RelayUrl.parse("wss://" + name + ".example.org").orElseThrow();
  }

  private static SortedMap<RepoAddress, Wanted> family(Identifier name, Wanted... wanted) {
    SortedMap<RepoAddress, Wanted> family = new TreeMap<>();
    for (Wanted one : wanted) {
      PublicKey owner = PublicKey.parse("%064x".formatted(family.size() + 1));
      family.put(new RepoAddress(owner, name), one);
    }
    return family;
  }

  private static Wanted full(RelayUrl... relays) {
    return new Wanted(SyncLevel.FULL, List.of(relays));
  }

  private static Wanted held(RelayUrl... relays) {
    return new Wanted(SyncLevel.STATE_ONLY, List.of(relays));
  }

  @Test
  void familyThatNamesNoOtherRelayHasNoRow() {
    rows.put(A, family(A, full()));
    assertThat(rows.size()).isZero();
    assertThat(rows.takeTouched()).isEmpty();
  }

  @Test
  void repositoriesOfARelayAreCountedWithThoseThatFollowTheirFamily() {
    rows.put(A, family(A, full(ONE, TWO), full(), held(TWO)));
    rows.put(B, family(B, full(ONE)));
    assertThat(rows.repositoriesOf(ONE)).isEqualTo(3);
    assertThat(rows.repositoriesOf(TWO)).isEqualTo(3);
    assertThat(rows.familiesOf(ONE)).containsExactly(A, B);
    assertThat(rows.familiesOf(TWO)).containsExactly(A);
  }

  @Test
  void newerRowReplacesTheCounts() {
    rows.put(A, family(A, full(ONE)));
    assertThat(rows.takeTouched()).containsExactly(ONE);
    rows.put(A, family(A, full(ONE)));
    assertThat(rows.takeTouched()).as("nothing has changed").isEmpty();
    rows.put(A, family(A, full(TWO)));
    assertThat(rows.takeTouched()).containsExactly(ONE, TWO);
    assertThat(rows.repositoriesOf(ONE)).isZero();
    assertThat(rows.repositoriesOf(TWO)).isOne();
    rows.put(A, Collections.emptySortedMap());
    assertThat(rows.size()).isZero();
    assertThat(rows.repositoriesOf(TWO)).isZero();
    assertThat(rows.familiesOf(TWO)).isEmpty();
  }

  @Test
  void equalRowsOfTwoFamiliesGoOneByOne() {
    rows.put(A, family(A, full(ONE)));
    rows.put(B, family(B, full(ONE)));
    rows.put(A, Collections.emptySortedMap());
    assertThat(rows.familiesOf(ONE)).containsExactly(B);
    assertThat(rows.repositoriesOf(ONE)).isOne();
  }

  @Test
  void everyFamilyIsFollowedAtABootstrapRelay() {
    withBootstrap.put(A, family(A, full(), held()));
    withBootstrap.put(B, family(B, full(ONE)));
    assertThat(withBootstrap.repositoriesOf(BOOT)).isEqualTo(3);
    assertThat(withBootstrap.familiesOf(BOOT)).containsExactly(A, B);
    assertThat(withBootstrap.familiesOf(ONE)).containsExactly(B);
    withBootstrap.put(A, Collections.emptySortedMap());
    assertThat(withBootstrap.size()).isOne();
  }
}
