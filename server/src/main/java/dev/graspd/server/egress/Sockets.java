package dev.graspd.server.egress;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import java.net.InetSocketAddress;

/** The place where sockets are opened: everything that leaves this process passes here. */
interface Sockets extends AutoCloseable {
  /** Connects to an address that was checked; the initializer prepares the new socket. */
  ChannelFuture connect(InetSocketAddress address, ChannelInitializer<Channel> initializer);

  /** Cuts what is open; nothing can be opened afterwards. */
  @Override
  void close();
}
