package dev.graspd.server.peers.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

final class TurnsTest {
  private final Deque<Runnable> threads = new ArrayDeque<>();
  private final AtomicInteger turns = new AtomicInteger();

  @Test
  void manyCallsAreOneTurn() {
    LinkTurns one = new LinkTurns(threads::add, turns::incrementAndGet, () -> false);
    one.wake();
    one.wake();
    assertThat(threads).hasSize(1);
    threads.remove().run();
    assertThat(turns).hasValue(1);
    assertThat(threads).isEmpty();
  }

  @Test
  void aCallDuringATurnIsNotLost() {
    LinkTurns[] self = new LinkTurns[1];
    self[0] =
        new LinkTurns(
            threads::add,
            () -> {
              if (turns.incrementAndGet() == 1) {
                self[0].wake();
              }
            },
            () -> false);
    self[0].wake();
    threads.remove().run();
    assertThat(threads).as("another turn").hasSize(1);
    threads.remove().run();
    assertThat(turns).hasValue(2);
    assertThat(threads).isEmpty();
  }

  @Test
  void whoHasMoreToDoGetsAnotherTurn() {
    LinkTurns one = new LinkTurns(threads::add, turns::incrementAndGet, () -> turns.get() < 3);
    one.wake();
    while (!threads.isEmpty()) {
      threads.remove().run();
    }
    assertThat(turns).hasValue(3);
  }

  @Test
  void aTurnThatFailsIsNotTheLast() {
    LinkTurns one =
        new LinkTurns(
            threads::add,
            () -> {
              turns.incrementAndGet();
              throw new IllegalStateException("on purpose");
            },
            () -> false);
    one.wake();
    assertThat(catchThrown(threads.remove())).isInstanceOf(IllegalStateException.class);
    one.wake();
    assertThat(threads).hasSize(1);
  }

  private static Throwable catchThrown(Runnable work) {
    return Assertions.catchThrowable(work::run);
  }
}
