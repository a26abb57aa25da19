package dev.graspd.server.ops.systemd;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the store's writer for a sign of life, for the {@link Watchdog}. A refused write, as on a
 * full disk, is an answer: the writer works. A write that cannot even be handed over is none.
 *
 * @param write hands an empty write over; may wait while the writer's queue is full
 */
public record WriterProbe(Supplier<? extends CompletionStage<?>> write) implements Executor {
  private static final Logger LOG = LoggerFactory.getLogger(WriterProbe.class);

  /** Runs the answer after the write, in a thread of its own: the watchdog never waits. */
  @Override
  public void execute(Runnable answer) {
    Thread.ofVirtual().name("watchdog-writer").start(() -> ask(answer));
  }

  private void ask(Runnable answer) {
    try {
      CompletionStage<?> _ = write.get().whenComplete((_, _) -> answer.run());
    } catch (RuntimeException e) {
      LOG.error("the store's writer takes no work", e);
    }
  }
}
