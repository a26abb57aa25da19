package dev.graspd.server.net;

import dev.graspd.server.base.EventLoops;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.FastThreadLocalThread;

/** Makes the threads of event loops, which can be told from others. */
public final class LoopThreads extends DefaultThreadFactory {
  public LoopThreads(String name) {
    super(name, true);
  }

  private static final class LoopThread extends FastThreadLocalThread
      implements EventLoops.LoopThread {
    LoopThread(ThreadGroup group, Runnable work, String name) {
      super(group, work, name);
    }
  }

  @Override
  protected Thread newThread(Runnable work, String name) {
    return new LoopThread(threadGroup, work, name);
  }
}
