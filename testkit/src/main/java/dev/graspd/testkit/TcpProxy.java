package dev.graspd.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A network between a server and all others that can be cut and healed. It passes bytes on and
 * looks at none of them.
 */
public final class TcpProxy implements AutoCloseable {
  private final ServerSocket listener;
  private final InetSocketAddress target;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile boolean cut;

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
    cut = true;
    open.forEach(TcpProxy::end);
  }

  public void heal() {
    cut = false;
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
    open.add(caller);
    Socket callee = new Socket();
    open.add(callee);
    try {
      callee.connect(target);
    } catch (IOException e) {
      end(caller);
      end(callee);
      throw e;
    }
    Thread.ofVirtual().name("tcp-proxy-in").start(() -> pass(caller, callee));
    Thread.ofVirtual().name("tcp-proxy-out").start(() -> pass(callee, caller));
    if (cut) {
      end(caller);
      end(callee);
    }
  }

  private void pass(Socket from, Socket to) {
    try {
      from.setTcpNoDelay(true);
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException _) {
      // One side has ended: so does the other.
    } finally {
      end(from);
      end(to);
      open.remove(from);
      open.remove(to);
    }
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
}
