package dev.graspd.server.egress.dial;

import dev.graspd.server.net.LoopThreads;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;

/** Sockets on their own event loops, so that peers never slow down clients. */
final class NettySockets implements Sockets {
  private static final int LOOPS = 2;

  private final EventLoopGroup loops;
  private final Bootstrap bootstrap;

  NettySockets(Duration connectLimit) {
    loops =
        new MultiThreadIoEventLoopGroup(
            LOOPS,
            new LoopThreads("egress"),
            Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    bootstrap =
        new Bootstrap()
            .group(loops)
            .channel(Epoll.isAvailable() ? EpollSocketChannel.class : NioSocketChannel.class)
            // Addresses are checked before; a name would be resolved again here, unchecked.
            .disableResolver()
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, Math.toIntExact(connectLimit.toMillis()))
            .option(ChannelOption.TCP_NODELAY, true);
  }

  @Override
  public ChannelFuture connect(InetSocketAddress address, ChannelInitializer<Channel> initializer) {
    if (address.isUnresolved()) {
      throw new IllegalArgumentException("only checked addresses are dialled");
    }
    return bootstrap.clone().handler(initializer).connect(address);
  }

  @Override
  public List<Executor> loops() {
    return StreamSupport.stream(loops.spliterator(), false).<Executor>map(one -> one).toList();
  }

  @Override
  public void close() {
    var _ = loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
