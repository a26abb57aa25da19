package dev.graspd.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A network between a server and all others that can be cut, can lose everything, and can be
 * healed. It passes bytes on and looks at none of them.
 */
public final class TcpProxy implements AutoCloseable {
  private static final int BUFFER_BYTES = 16 << 10;

  /** What happens to those who call. */
  private enum Way {
    OPEN,
    CUT,
    LOSING
  }

  private final ServerSocket listener;
  private final InetSocketAddress target;
  private final Set<Pair> open = ConcurrentHashMap.newKeySet();
  private volatile Way way = Way.OPEN;

  private TcpProxy(ServerSocket listener, InetSocketAddress target) {
    this.listener = listener;
    this.target = target;
  }

  /** Listens at a port of its own on this address, for the server at that port of it. */
  public static TcpProxy before(String host, int port) {
    try {
      InetAddress address = InetAddress.ofLiteral(host);
      TcpProxy proxy =
          new TcpProxy(new ServerSocket(0, 50, address), new InetSocketAddress(address, port));
      Thread.ofVirtual().name("tcp-proxy").start(proxy::accept);
      return proxy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public int port() {
    return listener.getLocalPort();
  }

  /** Ends all connections, both ways, and lets no new one through. */
  public void cut() {
    way = Way.CUT;
    open.forEach(Pair::end);
  }

  /**
   * Loses every byte from now on, both ways, and tells nobody: connections stay open, also new
   * ones.
   */
  public void lose() {
    way = Way.LOSING;
    open.forEach(Pair::lose);
  }

  /** Lets new connections through. Those that have lost something never recover. */
  public void heal() {
    way = Way.OPEN;
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        join(listener.accept());
      } catch (IOException _) {
        // Closed, or there is nobody behind: who called sees its connection end.
      }
    }
  }

  private void join(Socket caller) throws IOException {
    Pair pair = new Pair(caller, new Socket());
    open.add(pair);
    try {
      pair.callee.connect(target);
    } catch (IOException e) {
      pair.end();
      throw e;
    }
    // A later change of the way finds the pair.
    switch (way) {
      case OPEN -> {}
      case CUT -> pair.end();
      case LOSING -> pair.lose();
    }
    Thread.ofVirtual().name("tcp-proxy-in").start(() -> pair.pass(caller, pair.callee));
    Thread.ofVirtual().name("tcp-proxy-out").start(() -> pair.pass(pair.callee, caller));
  }

  private static void end(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    cut();
  }

  /** One connection to us, and ours to the server. */
  private final class Pair {
    private final Socket caller;
    private final Socket callee;
    private volatile boolean losing;

    Pair(Socket caller, Socket callee) {
      this.caller = caller;
      this.callee = callee;
    }

    void lose() {
      losing = true;
    }

    void end() {
      TcpProxy.end(caller);
      TcpProxy.end(callee);
      open.remove(this);
    }

    void pass(Socket from, Socket to) {
      try {
        from.setTcpNoDelay(true);
        copy(from.getInputStream(), to.getOutputStream());
      } catch (IOException _) {
        // One side has ended: so does the other.
      } finally {
        if (losing) {
          TcpProxy.end(from);
        } else {
          end();
        }
      }
    }

    private void copy(InputStream from, OutputStream to) throws IOException {
      byte[] buffer = new byte[BUFFER_BYTES];
      for (int count = from.read(buffer); count >= 0; count = from.read(buffer)) {
        if (!losing) {
          to.write(buffer, 0, count);
        }
      }
    }
  }
}
