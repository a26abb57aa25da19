package dev.graspd.server.web;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;

/**
 * The port, taken before the rest of the server is built: its real number is part of the service's
 * name, and a port that cannot be had should cost nothing. Clients that connect before the server
 * is ready are told so.
 */
@SuppressWarnings(
    "FutureReturnValueIgnored") // registering a connection that fails ends that connection
public final class Listener implements AutoCloseable {
  private static final int BACKLOG = 1_024;

  /** Stored events follow below the lower mark and pause above the higher one. */
  private static final WriteBufferWaterMark WATER_MARK =
      new WriteBufferWaterMark(64 << 10, 256 << 10);

  /** Bytes read from one connection before the others of its loop have their turn. */
  private static final int READ_BYTES_MAX = 64 << 10;

  private final EventLoopGroup loops;
  private final Channel channel;
  private volatile ChannelInitializer<SocketChannel> setup = new NotReady();

  private Listener(InetSocketAddress bind) throws IOException {
    IoHandlerFactory io =
        Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    loops = new WebLoops(io);
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(loops)
            .channel(
                Epoll.isAvailable() ? EpollServerSocketChannel.class : NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
            .childOption(ChannelOption.RECVBUF_ALLOCATOR, oneReadATurn())
            .childHandler(new Accepted());
    ChannelFuture bound = bootstrap.bind(bind).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
      throw new IOException(bound.cause().getMessage(), bound.cause());
    }
    channel = bound.channel();
  }

  private static RecvByteBufAllocator oneReadATurn() {
    return new AdaptiveRecvByteBufAllocator(
            AdaptiveRecvByteBufAllocator.DEFAULT_MINIMUM,
            AdaptiveRecvByteBufAllocator.DEFAULT_INITIAL,
            READ_BYTES_MAX)
        .maxMessagesPerRead(1);
  }

  /**
   * Takes the port.
   *
   * @throws IOException if it cannot be had
   */
  public static Listener open(InetSocketAddress bind) throws IOException {
    return new Listener(bind);
  }

  /** Returns where we listen; the port is the real one. */
  public InetSocketAddress address() {
    return (InetSocketAddress) channel.localAddress();
  }

  /** Returns the threads of all connections, each as one that runs what it is given. */
  public List<Executor> loops() {
    return StreamSupport.stream(loops.spliterator(), false).<Executor>map(one -> one).toList();
  }

  /** The server is ready: connections are prepared by this from now on. */
  void accept(ChannelInitializer<SocketChannel> initializer) {
    setup = initializer;
  }

  /** Gives the port back; connections stay open. */
  void stopListening() {
    channel.close().awaitUninterruptibly();
  }

  /** Gives the port back and ends the threads of all connections. */
  @Override
  public void close() {
    stopListening();
    loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  private final class Accepted extends ChannelInitializer<SocketChannel> {
    @Override
    protected void initChannel(SocketChannel connection) {
      connection.pipeline().addLast(setup);
    }
  }
}
