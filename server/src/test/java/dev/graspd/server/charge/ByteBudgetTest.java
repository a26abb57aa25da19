package dev.graspd.server.charge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.server.charge.ByteBudget.Charge;
import java.net.InetAddress;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ByteBudgetTest {
  private static final Payer ALICE = address("192.0.2.1");
  private static final Payer BOB = address("192.0.2.2");
  private static final PublicKey KEY = PublicKey.parse("11".repeat(32));

  private final ByteBudget budget = new ByteBudget("things", 8_000);

  private static Payer address(String literal) {
    return Payer.of(InetAddress.ofLiteral(literal));
  }

  @Test
  void oneAddressHasAnEighth() {
    assertThat(budget.take(ALICE, 1_000)).isPresent();
    assertThat(budget.take(ALICE, 1)).isEmpty();
    assertThat(budget.usedBytes()).isEqualTo(1_000);
    assertThat(budget.refused()).isEqualTo(1);
  }

  @Test
  void twentyGreedyAddressesLeaveRoomForAnother() {
    for (int i = 0; i < 20; i++) {
      Payer greedy = address("198.51.100." + i);
      while (budget.take(greedy, 1).isPresent()) {
        assertThat(budget.usedBy(greedy)).isLessThanOrEqualTo(1_000);
      }
    }
    assertThat(budget.usedBytes()).isLessThan(8_000);
    assertThat(budget.take(ALICE, 50)).isPresent();
  }

  @Test
  void addressesOfOneSiteHaveAQuarterTogether() {
    long taken = 0;
    for (int i = 0; i < 16; i++) {
      Payer address = address("2001:db8:1:" + Integer.toHexString(i) + "::1");
      taken += budget.take(address, 500).map(Charge::bytes).orElse(0L);
    }
    assertThat(taken).isEqualTo(2_000);
    assertThat(budget.take(address("2001:db8:2::1"), 500)).isPresent();
  }

  @Test
  void keyHasAnEighthFromWhereverItComes() {
    assertThat(budget.take(ALICE, KEY, 600)).isPresent();
    assertThat(budget.take(BOB, KEY, 600)).isEmpty();
    assertThat(budget.take(BOB, 600)).isPresent();
  }

  @Test
  void operatorIsBoundByTheWholeOnly() {
    assertThat(budget.take(Payer.operator(), 7_000)).isPresent();
    assertThat(budget.take(Payer.operator(), 1_001)).isEmpty();
    assertThat(budget.take(Payer.operator(), 1_000)).isPresent();
  }

  @Test
  void whatIsGivenBackCanBeTakenAgain() {
    Charge charge = taken(budget.take(ALICE, KEY, 1_000));
    charge.shrink(400);
    assertThat(budget.usedBy(ALICE)).isEqualTo(600);
    assertThat(charge.grow(401)).isFalse();
    assertThat(charge.grow(400)).isTrue();
    charge.close();
    charge.close();
    assertThat(budget.usedBytes()).isZero();
    assertThat(budget.usedBy(ALICE)).isZero();
    assertThat(charge.grow(1)).as("after its end").isFalse();
    assertThat(budget.take(BOB, KEY, 1_000)).isPresent();
  }

  @Test
  void moreThanWasTakenIsNotGivenBack() {
    Charge charge = taken(budget.take(ALICE, 10));
    assertThatThrownBy(() -> charge.shrink(11)).isInstanceOf(IllegalArgumentException.class);
    assertThat(budget.usedBytes()).isEqualTo(10);
  }

  @Test
  void whatIsHereAlreadyCountsInAnyCase() {
    Charge charge = budget.force(ALICE, 9_000);
    assertThat(budget.isExceeded()).isTrue();
    assertThat(budget.take(BOB, 1)).isEmpty();
    charge.close();
    assertThat(budget.isExceeded()).isFalse();
  }

  @Test
  void eachBudgetHasItsOwnName() {
    Budgets budgets = new Budgets();
    budgets.bytes("b", 1);
    budgets.bytes("a", 1);
    assertThat(budgets.all()).extracting(ByteBudget::name).containsExactly("a", "b");
    assertThatThrownBy(() -> budgets.bytes("a", 2)).hasMessage("there are two budgets a");
  }

  private static Charge taken(Optional<Charge> charge) {
    return charge.orElseThrow();
  }

  @Test
  void spareBytesLeaveHalfOfAShare() {
    Charge charge = budget.force(ALICE, 0);
    assertThat(charge.growSpare(500)).isTrue();
    assertThat(charge.growSpare(1)).isFalse();
    assertThat(budget.refused()).as("is not counted").isZero();
    assertThat(charge.grow(500)).isTrue();
    assertThat(charge.bytes()).isEqualTo(1_000);
  }

  @Test
  void spareBytesOfTheOperatorLeaveHalfOfTheBudget() {
    Charge charge = budget.force(Payer.operator(), 0);
    assertThat(charge.growSpare(4_000)).isTrue();
    assertThat(charge.growSpare(1)).isFalse();
  }
}
