package dev.graspd.server.git.ingest.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.server.charge.Payer;
import dev.graspd.server.charge.UnitPool;
import dev.graspd.testkit.Eventually;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class WorkingMemoryTest {
  private static final long BYTES = 64 << 20;
  private static final Payer STRANGER = Payer.of(InetAddress.ofLiteral("198.51.100.1"));
  private static final Payer MAINTAINER = Payer.of(InetAddress.ofLiteral("203.0.113.7"));

  private final List<String> checked = Collections.synchronizedList(new ArrayList<>());

  @Test
  void largePackWaitsForOneOfAStrangerNotForAll() throws Exception {
    WorkingMemory memory = new WorkingMemory(BYTES, Duration.ofSeconds(60));
    CountDownLatch goOn = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      try (UnitPool.Taken _ = memory.take(STRANGER, BYTES)) {
        for (int i = 0; i < 20; i++) {
          String name = "s" + i;
          var _ = threads.submit(() -> check(memory, STRANGER, name, goOn));
          int waiting = i + 1;
          Eventually.await(() -> memory.waiting() == waiting);
        }
        var _ = threads.submit(() -> check(memory, MAINTAINER, "ours", goOn));
        Eventually.await(() -> memory.waiting() == 21);
      }
      goOn.countDown();
    }
    assertThat(checked).hasSize(21);
    assertThat(checked.indexOf("ours")).isLessThanOrEqualTo(1);
  }

  private boolean check(WorkingMemory memory, Payer payer, String name, CountDownLatch goOn)
      throws Exception {
    try (UnitPool.Taken _ = memory.take(payer, BYTES)) {
      goOn.await();
      return checked.add(name);
    }
  }

  @Test
  void smallPackDoesNotWaitForTheLargest() throws Exception {
    WorkingMemory memory = new WorkingMemory(BYTES, Duration.ofSeconds(60));
    try (UnitPool.Taken _ = memory.take(STRANGER, BYTES);
        UnitPool.Taken small = memory.take(MAINTAINER, 1 << 20)) {
      assertThat(small).isNotNull();
    }
  }

  @Test
  void waitEndsWithARefusal() throws Exception {
    WorkingMemory memory = new WorkingMemory(BYTES, Duration.ofMillis(20));
    try (UnitPool.Taken _ = memory.take(STRANGER, BYTES)) {
      assertThatThrownBy(() -> memory.take(MAINTAINER, BYTES))
          .isInstanceOfSatisfying(
              RefusedException.class,
              e -> assertThat(e.refusal().message()).isEqualTo("rate-limited: server is busy"));
    }
  }
}
