package dev.graspd.server.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.testkit.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class UpkeepThreadTest {
  private final List<String> done = Collections.synchronizedList(new ArrayList<>());

  @Test
  void closedRoundsStopTheRoundUnderWayAndWaitForIt() throws InterruptedException {
    try (UpkeepThread thread = new UpkeepThread()) {
      CountDownLatch begun = new CountDownLatch(1);
      UpkeepThread.Rounds rounds =
          thread.every(
              Duration.ofMillis(1),
              () -> {
                begun.countDown();
                Eventually.await(thread.isStopped());
                done.add("round has ended");
              });
      begun.await();

      rounds.close();

      assertThat(done).containsExactly("round has ended");
      assertThat(thread.isStopped().getAsBoolean()).as("tasks of others go on").isFalse();
      CompletableFuture.runAsync(() -> done.add("task"), thread).join();
      assertThat(done).containsExactly("round has ended", "task");
    }
  }

  @Test
  void othersGoOnWhenSomeRoundsAreClosed() {
    try (UpkeepThread thread = new UpkeepThread()) {
      UpkeepThread.Rounds first = thread.every(Duration.ofMillis(1), () -> done.add("first"));
      UpkeepThread.Rounds _ = thread.every(Duration.ofMillis(1), () -> done.add("second"));
      Eventually.await(() -> done.contains("first"));
      first.close();
      done.clear();
      Eventually.await(() -> done.contains("second"));
      assertThat(done).doesNotContain("first");
    }
  }
}
