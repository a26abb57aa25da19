package dev.graspd.server.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.testkit.store.ModelEventStore;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class AwaitTest {
  @Test
  void returnsTheAnswerThatComesLater() {
    CompletableFuture<String> later = new CompletableFuture<>();
    Thread _ = Thread.ofVirtual().start(() -> later.complete("here"));
    assertThat(Await.answerOf(later)).isEqualTo("here");
  }

  @Test
  void throwsAFailureWithoutAWrapper() {
    IllegalStateException failure = new IllegalStateException("lost");
    assertThatThrownBy(() -> Await.answerOf(CompletableFuture.failedFuture(failure)))
        .isSameAs(failure);
    AssertionError error = new AssertionError("bug");
    assertThatThrownBy(() -> Await.answerOf(CompletableFuture.failedFuture(error))).isSameAs(error);
  }

  @Test
  void keepsTheWrapperOfACheckedFailure() {
    IOException checked = new IOException("disk");
    assertThatThrownBy(() -> Await.answerOf(CompletableFuture.failedFuture(checked)))
        .isInstanceOf(CompletionException.class)
        .hasCause(checked);
  }

  @Test
  void throwsTheFailureOfAWrite() {
    IllegalStateException failure = new IllegalStateException("refused");
    AtomicInteger runs = new AtomicInteger();
    ModelEventStore store = new ModelEventStore();
    Await.write(store, _ -> runs.incrementAndGet());
    assertThat(runs).hasValue(1);
    assertThatThrownBy(() -> Await.write(store, _ -> fail(failure))).isSameAs(failure);
  }

  private static void fail(RuntimeException failure) {
    throw failure;
  }
}
