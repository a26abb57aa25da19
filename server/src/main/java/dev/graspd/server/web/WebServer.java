package dev.graspd.server.web;

import dev.graspd.server.relay.Relay;
import dev.graspd.server.web.ConnectionLimits.Lease;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one port of the service. Started once, stopped once, by one thread. */
@SuppressWarnings(
    "FutureReturnValueIgnored") // a failed write ends the connection, and that is heard
public final class WebServer {
  private static final Logger LOG = LoggerFactory.getLogger(WebServer.class);

  private static final int REQUEST_LINE_BYTES_MAX = 8_192;
  private static final int HEADERS_BYTES_MAX = 16_384;
  private static final int CHUNK_BYTES_MAX = 65_536;
  private static final int BACKLOG = 1_024;

  /** Stored events follow below the lower mark and pause above the higher one. */
  private static final WriteBufferWaterMark WATER_MARK =
      new WriteBufferWaterMark(64 << 10, 256 << 10);

  private final WebContext web;
  private final EventLoopGroup loops;
  private @Nullable Channel listening;

  public WebServer(
      WebSettings settings, WebTimes times, OpsPages pages, Relay relay, WebMetrics metrics) {
    ChannelGroup sockets = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    this.web =
        new WebContext(
            settings,
            times,
            pages,
            relay,
            metrics,
            new ClientAddresses(settings.trustedProxies()),
            new ConnectionLimits(settings.maxConnections(), settings.maxConnectionsPerAddress()),
            new SocketMemory(settings.maxOutputQueueTotalBytes()),
            sockets,
            new AtomicBoolean());
    IoHandlerFactory io =
        Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    this.loops =
        new MultiThreadIoEventLoopGroup(
            Runtime.getRuntime().availableProcessors(), new DefaultThreadFactory("web", true), io);
  }

  /**
   * Begins to listen.
   *
   * @throws IOException if the address cannot be had
   */
  public void start() throws IOException {
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(loops)
            .channel(
                Epoll.isAvailable() ? EpollServerSocketChannel.class : NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
            .childHandler(new Setup(web));
    ChannelFuture bound = bootstrap.bind(web.settings().bind()).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new IOException("cannot listen on " + web.settings().bind(), bound.cause());
    }
    listening = bound.channel();
  }

  /** Returns where the server listens; the port is the real one. */
  public InetSocketAddress boundAddress() {
    return (InetSocketAddress)
        Objects.requireNonNull(listening, "the server is not started").localAddress();
  }

  /** Returns how many connections are open. */
  public int openConnections() {
    return web.limits().open();
  }

  /** Returns the bytes that wait in sockets, in and out. */
  public long socketBytes() {
    return web.memory().usedBytes();
  }

  /** Stops listening, lets open connections finish what is under way, and ends. */
  public void stop(Duration patience) {
    if (listening != null) {
      listening.close().awaitUninterruptibly();
    }
    for (Channel channel : web.sockets()) {
      WebSocketHandler socket = channel.pipeline().get(WebSocketHandler.class);
      if (socket == null) {
        channel.close();
      } else {
        channel.eventLoop().execute(socket::drain);
      }
    }
    boolean allEnded = web.sockets().newCloseFuture().awaitUninterruptibly(patience.toMillis());
    if (!allEnded) {
      LOG.info("{} connections did not end in time and are cut", web.sockets().size());
      web.sockets().close().awaitUninterruptibly();
    }
    loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  /** Prepares a connection that was just made. */
  private static final class Setup extends ChannelInitializer<SocketChannel> {
    private final WebContext web;

    Setup(WebContext web) {
      this.web = web;
    }

    @Override
    protected void initChannel(SocketChannel channel) {
      Optional<Lease> place = web.limits().any();
      place.ifPresent(lease -> channel.closeFuture().addListener(_ -> lease.end()));
      web.sockets().add(channel);
      HttpDecoderConfig config =
          new HttpDecoderConfig()
              .setMaxInitialLineLength(REQUEST_LINE_BYTES_MAX)
              .setMaxHeaderSize(HEADERS_BYTES_MAX)
              .setMaxChunkSize(CHUNK_BYTES_MAX);
      channel
          .pipeline()
          .addLast(new HttpServerCodec(config))
          .addLast(new HttpHandler(web, place.isPresent()));
    }
  }
}
