package dev.graspd.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Ports for servers whose address must be known before they start, or stay theirs while they are
 * down. One that was only found free may be somebody else's a moment later: of another server, or
 * of an outgoing connection, even of the one that wants to reach it.
 */
public final class Ports {
  /** As long as a socket is bound there, the system gives the port to nobody by itself. */
  private static final Queue<SocketChannel> HELD = new ConcurrentLinkedQueue<>();

  private Ports() {}

  /**
   * Returns a port that is kept until this JVM ends. Nobody listens there; a server that is told to
   * can, because neither its socket nor ours insists on being alone.
   */
  public static int reserve() {
    try {
      SocketChannel holder = SocketChannel.open(StandardProtocolFamily.INET);
      HELD.add(holder);
      holder.setOption(StandardSocketOptions.SO_REUSEADDR, true).bind(new InetSocketAddress(0));
      return ((InetSocketAddress) holder.getLocalAddress()).getPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
