package dev.graspd.server.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class ReaderTurnsTest {
  private static final long SLICE = TimeUnit.MILLISECONDS.toNanos(1);
  private static final int HEAVY = 15;

  private final ReaderTurns turns = new ReaderTurns(0);
  private final List<String> order = new ArrayList<>();
  private long now;

  private void add(String reader, int level, String name) {
    turns.add(reader, level, () -> order.add(name));
  }

  /** Reads one slice, which takes a millisecond. */
  private String read() {
    ReaderTurns.Slice slice = turns.next(now);
    slice.work().run();
    now += SLICE;
    turns.took(slice.reader(), SLICE);
    return order.getLast();
  }

  @Test
  void fiftyConnectionsOfOneAddressAreOneReader() {
    for (int i = 0; i < 50; i++) {
      add("greedy", 0, "greedy");
    }
    for (int i = 0; i < 20; i++) {
      read();
      add("greedy", HEAVY, "greedy");
    }
    add("honest", 0, "small");
    read();
    read();
    assertThat(order).endsWith("small");
  }

  @Test
  void newConnectionsOfABusyAddressDoNotGoBeforeOthers() {
    for (int i = 0; i < 100; i++) {
      add("greedy", 0, "greedy");
    }
    for (int i = 0; i < 40; i++) {
      read();
    }
    for (int i = 0; i < 10; i++) {
      add("honest", i, "honest");
    }
    order.clear();
    while (order.stream().filter("honest"::equals).count() < 10) {
      read();
    }
    assertThat(order).hasSizeLessThanOrEqualTo(20);
  }

  @Test
  void withinAnAddressTheSmallGoFirst() {
    add("a", HEAVY, "large 1");
    add("a", HEAVY, "large 2");
    add("a", 0, "small");
    assertThat(List.of(read(), read(), read())).containsExactly("large 1", "small", "large 2");
  }

  @Test
  void busyReadersHaveTheirTurns() {
    for (int i = 0; i < 30; i++) {
      add("a", HEAVY, "a");
      add("b", HEAVY, "b");
      add("c", HEAVY, "c");
    }
    for (int i = 0; i < 30; i++) {
      read();
    }
    for (String name : List.of("a", "b", "c")) {
      assertThat(order.stream().filter(name::equals).count()).isBetween(8L, 12L);
    }
  }

  @Test
  void whatWasReadLongAgoIsForgotten() {
    add("a", 0, "a");
    read();
    now += TimeUnit.MINUTES.toNanos(5);
    add("b", 1, "b 1");
    add("b", 1, "b 2");
    read();
    add("a", 0, "a again");
    assertThat(read()).isEqualTo("a again");
    assertThat(turns.isEmpty()).isFalse();
    assertThat(read()).isEqualTo("b 2");
    assertThat(turns.isEmpty()).isTrue();
  }
}
