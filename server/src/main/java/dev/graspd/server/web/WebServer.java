package dev.graspd.server.web;

import dev.graspd.server.charge.Budgets;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.relay.Relay;
import dev.graspd.server.web.connection.ClientAddresses;
import dev.graspd.server.web.connection.ConnectionAdmission;
import dev.graspd.server.web.connection.ConnectionLimits;
import dev.graspd.server.web.connection.WebMetrics;
import dev.graspd.server.web.git.GitFront;
import dev.graspd.server.web.http.HttpCodec;
import dev.graspd.server.web.http.PageThreads;
import dev.graspd.server.web.http.PageWork;
import dev.graspd.server.web.http.RequestLimits;
import dev.graspd.server.web.http.WebTimes;
import dev.graspd.server.web.socket.SocketMemory;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one port of the service. Started once, stopped once, by one thread. */
@SuppressWarnings(
    "FutureReturnValueIgnored") // a failed write ends the connection, and that is heard
public final class WebServer {
  private static final Logger LOG = LoggerFactory.getLogger(WebServer.class);

  private final WebContext web;
  private final Listener listener;

  /**
   * Puts the parts together.
   *
   * @param git empty where no repositories are served
   * @param front what is shown now; must answer at once
   */
  public WebServer(
      Listener listener,
      WebSettings settings,
      WebTimes times,
      Relay relay,
      Optional<GitFront> git,
      Supplier<Front> front,
      WebMetrics metrics,
      Budgets budgets) {
    this.listener = listener;
    RequestLimits requests = settings.requests();
    ChannelGroup sockets = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    PageWork work = new PageWork(() -> front.get().pageWork(), System::nanoTime);
    ByteBudget pageBytes = budgets.bytes("pages", requests.maxPageBytes());
    this.web =
        new WebContext(
            settings,
            times,
            relay,
            git,
            front,
            metrics,
            new ClientAddresses(settings.trustedProxies(), settings.loopbackIsOperator()),
            new ConnectionLimits(settings.maxConnections(), settings.maxConnectionsPerAddress()),
            new SocketMemory(budgets.bytes("sockets", settings.maxOutputQueueTotalBytes())),
            new PageThreads("page", requests, pageBytes, work),
            new PageThreads("file", requests, pageBytes, work),
            budgets.bytes("pipelined", requests.maxPipelinedBytes()),
            sockets,
            new AtomicBoolean());
  }

  public void start() {
    listener.accept(new Setup(web));
  }

  public InetSocketAddress boundAddress() {
    return listener.address();
  }

  public int openConnections() {
    return web.limits().open();
  }

  /** Returns how many of these wait for their next request. */
  public int idleConnections() {
    return web.limits().idle().count();
  }

  /** Returns the bytes that wait in sockets, in and out. */
  public long socketBytes() {
    return web.memory().usedBytes();
  }

  /** Stops listening, lets open connections finish their requests, and ends. */
  public void stop(Duration limit) {
    listener.stopListening();
    for (Channel channel : web.sockets()) {
      channel.eventLoop().execute(() -> finish(channel));
    }
    boolean allEnded = web.sockets().newCloseFuture().awaitUninterruptibly(limit.toMillis());
    if (!allEnded) {
      LOG.info("{} connections did not end in time and are cut", web.sockets().size());
      web.sockets().close().awaitUninterruptibly();
    }
    listener.close();
    web.pageThreads().close();
    web.fileThreads().close();
  }

  private static void finish(Channel channel) {
    WebSocketHandler socket = channel.pipeline().get(WebSocketHandler.class);
    ExchangeHandler exchange = channel.pipeline().get(ExchangeHandler.class);
    OneAtATime requests = channel.pipeline().get(OneAtATime.class);
    if (socket != null) {
      socket.drain();
    } else if (exchange != null) {
      exchange.drain();
    } else if (requests != null) {
      requests.drain(channel.pipeline().context(requests));
    } else {
      channel.close();
    }
  }

  /** Prepares a connection that was just made. */
  private static final class Setup extends ChannelInitializer<SocketChannel> {
    private final WebContext web;

    Setup(WebContext web) {
      this.web = web;
    }

    @Override
    protected void initChannel(SocketChannel channel) {
      ConnectionAdmission admission =
          ConnectionAdmission.of(
              channel.remoteAddress(), web.addresses(), web.limits(), web.metrics());
      channel.closeFuture().addListener(_ -> admission.end());
      if (admission.isTurnedAway()) {
        channel.close();
        return;
      }
      web.sockets().add(channel);
      HttpCodec codec = new HttpCodec(web.settings().requests().maxHeaders());
      HttpHandler requests = new HttpHandler(web, admission, codec);
      channel
          .pipeline()
          .addLast(codec)
          .addLast(new OneAtATime(web, codec, request -> web.clientOf(admission, request).payer()))
          .addLast(requests);
    }
  }
}
