package dev.graspd.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SocketMemoryTest {
  private static final long MIB = 1 << 20;

  private final SocketMemory memory = new SocketMemory(4 * MIB);
  private final List<String> asked = new ArrayList<>();

  private final class Socket implements SocketMemory.Holder {
    private final String name;
    private long bytes;

    Socket(String name) {
      this.name = name;
    }

    Socket holds(long now) {
      long before = bytes;
      bytes = now;
      memory.change(this, before, now);
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
}
