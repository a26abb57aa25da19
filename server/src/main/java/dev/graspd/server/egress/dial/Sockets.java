package dev.graspd.server.egress.dial;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;

/** The only place that opens outgoing sockets. */
public interface Sockets extends AutoCloseable {
  static Sockets open(Duration connectLimit) {
    return new NettySockets(connectLimit);
  }

  /** Connects to an address that was checked; the initializer prepares the new socket. */
  ChannelFuture connect(InetSocketAddress address, ChannelInitializer<Channel> initializer);

  /** Returns the threads of all sockets, each as one that runs what it is given. */
  List<Executor> loops();

  /** Cuts all connections; nothing can be opened afterwards. */
  @Override
  void close();
}
