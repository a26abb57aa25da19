package dev.graspd.bench.load;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;

/** Opens the generator's sockets, all on one event loop: it shares the machine with the server. */
public final class LoadClient implements AutoCloseable {
  private static final int OPEN_SECONDS_MAX = 60;
  private static final int HANDSHAKES_AT_ONCE = 200;

  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(
          1, Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());

  /** Opens one WebSocket and waits for it. */
  public LoadSocket open(URI target, Inbox inbox) throws InterruptedException {
    return await(openLater(target, inbox));
  }

  /** Opens many; not all handshakes at once, which would overflow the listener's backlog. */
  public List<LoadSocket> openAll(URI target, int count, IntFunction<Inbox> inboxes)
      throws InterruptedException {
    Semaphore handshakes = new Semaphore(HANDSHAKES_AT_ONCE);
    List<CompletableFuture<LoadSocket>> opening = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      handshakes.acquire();
      CompletableFuture<LoadSocket> one = openLater(target, inboxes.apply(i));
      CompletableFuture<?> _ = one.whenComplete((_, _) -> handshakes.release());
      opening.add(one);
    }
    List<LoadSocket> open = new ArrayList<>(count);
    for (CompletableFuture<LoadSocket> one : opening) {
      open.add(await(one));
    }
    return open;
  }

  private CompletableFuture<LoadSocket> openLater(URI target, Inbox inbox) {
    LoadSocket socket = new LoadSocket(target, inbox);
    Bootstrap bootstrap =
        new Bootstrap()
            .group(group)
            .channel(Epoll.isAvailable() ? EpollSocketChannel.class : NioSocketChannel.class)
            .option(ChannelOption.TCP_NODELAY, true)
            .handler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    channel.pipeline().addLast(socket);
                  }
                });
    var _ =
        bootstrap
            .connect(target.getHost(), port(target))
            .addListener(connected -> {
              if (!connected.isSuccess()) {
                socket.opened().completeExceptionally(connected.cause());
              }
            });
    return socket.opened();
  }

  static int port(URI target) {
    return target.getPort() < 0 ? 80 : target.getPort();
  }

  private static LoadSocket await(CompletableFuture<LoadSocket> opening)
      throws InterruptedException {
    try {
      return opening.get(OPEN_SECONDS_MAX, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new IllegalStateException("cannot open a WebSocket: " + e.getCause(), e);
    } catch (TimeoutException e) {
      throw new IllegalStateException("no WebSocket within " + OPEN_SECONDS_MAX + " s", e);
    }
  }

  @Override
  public void close() {
    group.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
