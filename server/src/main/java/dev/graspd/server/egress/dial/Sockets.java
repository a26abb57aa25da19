package dev.graspd.server.egress.dial;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import java.net.InetSocketAddress;
import java.time.Duration;

/** The only place that opens outgoing sockets. */
public interface Sockets extends AutoCloseable {
  static Sockets open(Duration connectLimit) {
    return new NettySockets(connectLimit);
  }

  /** Connects to an address that was checked; the initializer prepares the new socket. */
  ChannelFuture connect(InetSocketAddress address, ChannelInitializer<Channel> initializer);

  /** Cuts all connections; nothing can be opened afterwards. */
  @Override
  void close();
}
