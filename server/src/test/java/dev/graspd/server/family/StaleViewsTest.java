package dev.graspd.server.family;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.server.base.Await;
import dev.graspd.server.family.FamilyWriter.StaleViewException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** How a lane handles a stale view, and how it waits for the store. */
class StaleViewsTest {
  private final AtomicInteger attempts = new AtomicInteger();

  private int staleUntil(int attempt) {
    if (attempts.incrementAndGet() < attempt) {
      throw new StaleViewException("the view");
    }
    return attempt;
  }

  @Test
  void decidesAgainUntilTheViewHolds() {
    assertThat(StaleViews.<Integer>retried(() -> staleUntil(100))).isEqualTo(100);
  }

  @Test
  void givesUpWhenAHundredAttemptsHaveFailed() {
    assertThatThrownBy(() -> StaleViews.retried(() -> staleUntil(101)))
        .isInstanceOf(StaleViewException.class);
    assertThat(attempts).hasValue(100);
  }

  @Test
  void otherFailuresAreNotRetried() {
    assertThatThrownBy(() ->
            StaleViews.retried(() -> {
              throw new IllegalStateException("attempt " + attempts.incrementAndGet());
            }))
        .hasMessage("attempt 1");
  }

  @Test
  void failureOfTheStoreIsThrownAsItIs() {
    StaleViewException stale = new StaleViewException("the view");
    assertThatThrownBy(() -> Await.answerOf(CompletableFuture.failedFuture(stale))).isSameAs(stale);
    assertThat(Await.answerOf(CompletableFuture.completedFuture(1))).isEqualTo(1);
  }
}
