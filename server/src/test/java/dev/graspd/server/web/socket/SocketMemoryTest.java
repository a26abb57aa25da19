package dev.graspd.server.web.socket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.charge.ByteBudget.Charge;
import dev.graspd.server.charge.Payer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SocketMemoryTest {
  private static final long MIB = 1 << 20;

  private final SocketMemory memory = new SocketMemory(new ByteBudget("sockets", 4 * MIB));
  private final List<String> asked = new ArrayList<>();

  private final class Socket implements SocketMemory.Holder {
    private final String name;
    private final Payer payer;
    private final Charge charge;
    private long bytes;

    Socket(String name) {
      this(name, Payer.operator());
    }

    Socket(String name, Payer payer) {
      this.name = name;
      this.payer = payer;
      this.charge = memory.open(payer);
    }

    @Override
    public Payer payer() {
      return payer;
    }

    Socket holds(long now) {
      long before = bytes;
      bytes = now;
      memory.change(this, charge, before, now);
      return this;
    }

    @Override
    public long accountedBytes() {
      return bytes;
    }

    @Override
    public void giveUp() {
      asked.add(name);
    }
  }

  @Test
  void nobodyIsAskedToGoWhileThereIsRoom() {
    new Socket("a").holds(2 * MIB);
    new Socket("b").holds(2 * MIB);
    assertThat(asked).isEmpty();
    assertThat(memory.usedBytes()).isEqualTo(4 * MIB);
  }

  @Test
  void largestIsAskedToGoAndTheNextOnlyIfThatWasNotEnough() {
    Socket largest = new Socket("largest").holds(3 * MIB);
    Socket second = new Socket("second").holds(2 * MIB);
    assertThat(asked).containsExactly("largest");
    new Socket("third").holds(5 * MIB / 2);
    assertThat(asked).as("one at a time").containsExactly("largest");

    // Nothing grows any more; what is still too much must go all the same.
    largest.holds(0);
    assertThat(asked).containsExactly("largest", "third");
    second.holds(MIB);
    assertThat(asked).containsExactly("largest", "third");
  }

  @Test
  void smallSocketsStayWhateverHappens() {
    for (int i = 0; i < 100; i++) {
      new Socket("small").holds(SocketMemory.SMALL_BYTES);
    }
    assertThat(memory.usedBytes()).isGreaterThan(4 * MIB);
    assertThat(asked).isEmpty();
  }

  @Test
  void addressBeyondItsShareLosesItsLargestSocketAndNobodyElse() {
    Payer greedy = new Payer.Address(false, 1);
    Payer other = new Payer.Address(false, 2);
    new Socket("other", other).holds(400 << 10);
    new Socket("greedy 1", greedy).holds(150 << 10);
    new Socket("greedy 2", greedy).holds(200 << 10);
    assertThat(asked).as("an eighth of what the other leaves is 461 KiB").isEmpty();
    Socket third = new Socket("greedy 3", greedy).holds(120 << 10);
    assertThat(asked).containsExactly("greedy 2");
    third.holds(130 << 10);
    assertThat(asked).as("one at a time").containsExactly("greedy 2");
  }

  @Test
  void whenAllIsUsedTheAddressThatHoldsMostLosesItsLargestSocket() {
    new Socket("operator").holds(3 * MIB);
    new Socket("address", new Payer.Address(false, 1)).holds(100 << 10);
    assertThat(asked).isEmpty();
    new Socket("other", new Payer.Address(false, 2)).holds(MIB);
    assertThat(asked).containsExactly("operator");
  }
}
