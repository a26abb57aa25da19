package dev.graspd.server.charge;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TurnsTest {
  private static final Payer ALICE = Payer.of(InetAddress.ofLiteral("192.0.2.1"));
  private static final Payer BOB = Payer.of(InetAddress.ofLiteral("192.0.2.2"));
  private static final Payer CAROL = Payer.of(InetAddress.ofLiteral("192.0.2.3"));

  private final Turns<String> turns = new Turns<>(5, 3);

  @Test
  void payersComeInTurnWhoeverAskedMost() {
    turns.offer(ALICE, "a1");
    turns.offer(ALICE, "a2");
    turns.offer(ALICE, "a3");
    turns.offer(BOB, "b1");
    turns.offer(CAROL, "c1");
    assertThat(drained()).containsExactly("a1", "b1", "c1", "a2", "a3");
  }

  @Test
  void linesHaveTheirLimitAndAllTogetherTheirs() {
    for (int i = 0; i < 3; i++) {
      assertThat(turns.offer(ALICE, "a" + i)).isTrue();
    }
    assertThat(turns.offer(ALICE, "a3")).as("the line is full").isFalse();
    assertThat(turns.offer(BOB, "b0")).isTrue();
    assertThat(turns.offer(BOB, "b1")).isTrue();
    assertThat(turns.offer(CAROL, "c0")).as("all is full").isFalse();
    assertThat(turns.size()).isEqualTo(5);
    assertThat(turns.size(ALICE)).isEqualTo(3);
    assertThat(turns.size(CAROL)).isZero();
  }

  @Test
  void payerThatMayNotGoIsPassedOver() {
    turns.offer(ALICE, "a");
    turns.offer(BOB, "b");
    assertThat(turns.poll(payer -> !payer.equals(ALICE))).contains("b");
    assertThat(turns.poll(payer -> !payer.equals(ALICE))).isEmpty();
    assertThat(turns.poll()).contains("a");
  }

  @Test
  void whatMayNotGoIsPassedOverAndKeepsItsPlace() {
    turns.offer(ALICE, "a1");
    turns.offer(ALICE, "a2");
    turns.offer(BOB, "b1");
    assertThat(turns.pollAny(one -> !one.equals("a1"))).contains("a2");
    assertThat(turns.pollAny(one -> one.startsWith("c"))).isEmpty();
    List<String> left = new ArrayList<>();
    turns.forEach(left::add);
    assertThat(left).containsExactly("b1", "a1");
    assertThat(drained()).containsExactly("b1", "a1");
  }

  @Test
  void whatIsTakenOutHasNoTurn() {
    turns.offer(ALICE, "a1");
    turns.offer(ALICE, "a2");
    assertThat(turns.remove(ALICE, "a1")).isTrue();
    assertThat(turns.remove(ALICE, "a1")).isFalse();
    assertThat(turns.remove(BOB, "a2")).isFalse();
    assertThat(drained()).containsExactly("a2");
  }

  private List<String> drained() {
    List<String> all = new ArrayList<>();
    for (Optional<String> one = turns.poll(); one.isPresent(); one = turns.poll()) {
      all.add(one.get());
    }
    assertThat(turns.size()).isZero();
    return all;
  }
}
