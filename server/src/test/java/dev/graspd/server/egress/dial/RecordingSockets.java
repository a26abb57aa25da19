package dev.graspd.server.egress.dial;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;

/** Real sockets, with a note of each one. */
public final class RecordingSockets implements Sockets {
  private final NettySockets real;
  private final List<InetSocketAddress> dialled = new CopyOnWriteArrayList<>();

  public RecordingSockets(EgressTimes times) {
    real = new NettySockets(times.connect());
  }

  public List<InetSocketAddress> dialled() {
    return dialled;
  }

  @Override
  public ChannelFuture connect(InetSocketAddress address, ChannelInitializer<Channel> initializer) {
    dialled.add(address);
    return real.connect(address, initializer);
  }

  @Override
  public List<Executor> loops() {
    return real.loops();
  }

  @Override
  public void close() {
    real.close();
  }
}
