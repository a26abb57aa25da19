package dev.graspd.server.web;

import dev.graspd.server.net.LoopThreads;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.util.concurrent.RejectedExecutionHandlers;
import java.util.concurrent.Executor;

/**
 * The threads of all connections. Each looks at its sockets again soon, however much there is to
 * write: threads that send large answers give it the next part as soon as one is written, so that
 * its list of tasks may have no end for a long time, and Netty would go on with it for a second.
 */
final class WebLoops extends MultiThreadIoEventLoopGroup {
  /** Looked at after every 64 tasks. */
  private static final long TASKS_MILLIS_MAX = 1;

  WebLoops(IoHandlerFactory io) {
    super(Runtime.getRuntime().availableProcessors(), new LoopThreads("web"), io);
  }

  @Override
  protected IoEventLoop newChild(Executor executor, IoHandlerFactory io, Object... arguments) {
    return new SingleThreadIoEventLoop(
        this,
        executor,
        io,
        Integer.MAX_VALUE,
        RejectedExecutionHandlers.reject(),
        TASKS_MILLIS_MAX);
  }
}
