package dev.graspd.core.hunt.domain;

import static dev.graspd.core.hunt.HuntTester.family;
import static dev.graspd.core.hunt.HuntTester.url;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

/** purgatory.md, section 4.1. */
class DomainQueueTest {
  private static final CloneUrl X = url("a.example/x");

  private final DomainQueue queue = new DomainQueue();

  @Test
  void turnsGoRound() {
    queue.add(family(1));
    queue.add(family(2));
    queue.add(family(3));
    queue.add(family(1));
    for (int turn = 0; turn < 6; turn++) {
      assertThat(queue.next()).isEqualTo(family(1 + turn % 3));
      queue.begin(queue.next(), turn);
      queue.end(family(1 + turn % 3), turn);
    }
  }

  @Test
  void familyHasOneTurnAtATime() {
    queue.add(family(1));
    queue.begin(family(1), 7);
    queue.add(family(1));
    assertThat(queue.hasNext()).isFalse();
    assertThat(queue.isEmpty()).isFalse();
    assertThatThrownBy(queue::next).isInstanceOf(NoSuchElementException.class);
    assertThatThrownBy(() -> queue.begin(family(1), 8)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void triedUrlsAreRememberedUntilAFreshStartOrTheEnd() {
    queue.add(family(1));
    queue.begin(family(1), 7);
    queue.markTried(family(1), 7, X);
    queue.end(family(1), 7);
    assertThat(queue.tried(family(1))).containsExactly(X);
    queue.forgetTried(family(1));
    assertThat(queue.tried(family(1))).isEmpty();
    queue.remove(family(1));
    queue.forgetTried(family(1));
    assertThat(queue.contains(family(1))).isFalse();
  }

  @Test
  void endOfATurnThatIsOverHasNoEffect() {
    queue.add(family(1));
    queue.begin(family(1), 7);
    queue.remove(family(1));
    queue.add(family(1));
    queue.begin(family(1), 8);
    queue.markTried(family(1), 7, X);
    queue.end(family(1), 7);
    assertThat(queue.hasNext()).isFalse();
    queue.end(family(1), 8);
    assertThat(queue.hasNext()).isTrue();
    assertThat(queue.tried(family(1))).isEmpty();
  }
}
