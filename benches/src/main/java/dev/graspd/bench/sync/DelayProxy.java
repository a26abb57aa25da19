package dev.graspd.bench.sync;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A long way to a server: every byte arrives some time after it was sent, as many at once as one
 * likes, and all are counted. Thread-safe.
 */
final class DelayProxy implements AutoCloseable {
  private static final int CHUNK_BYTES = 1 << 16;

  /** On their way in one direction of a connection: enough for 600 MB/s over 25 ms. */
  private static final int UNDER_WAY_MAX = 16 << 20;

  private final ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final InetSocketAddress target;
  private final AtomicLong bytes = new AtomicLong();
  private final List<Socket> sockets = new ArrayList<>();
  private volatile long delayNanos;
  private volatile long contactNanos;
  private volatile long movedNanos;
  private volatile boolean contacted;

  /** Bytes that wait for their time; none are the end. */
  private record Chunk(byte[] bytes, long dueNanos) {}

  DelayProxy(URI target) throws IOException {
    this.target = new InetSocketAddress(target.getHost(), target.getPort());
    Thread.ofVirtual().start(this::accept);
  }

  String relay() {
    return "ws://127.0.0.1:" + door.getLocalPort();
  }

  /** Forgets what was counted. Connections that are open keep the delay of their time. */
  void begin(Duration oneWay) {
    delayNanos = oneWay.toNanos();
    contacted = false;
    bytes.set(0);
  }

  /** Returns when somebody connected for the first time. */
  OptionalLong contactNanos() {
    return contacted ? OptionalLong.of(contactNanos) : OptionalLong.empty();
  }

  /** Returns the bytes of both directions, heads of HTTP included. */
  long bytes() {
    return bytes.get();
  }

  /** Returns whether nothing has moved for so long, since somebody connected. */
  boolean isQuiet(Duration silence) {
    return contacted && System.nanoTime() - movedNanos >= silence.toNanos();
  }

  private void accept() {
    while (!door.isClosed()) {
      try {
        Socket near = door.accept();
        movedNanos = System.nanoTime();
        if (!contacted) {
          contactNanos = movedNanos;
          contacted = true;
        }
        connect(near);
      } catch (IOException e) {
        // Closed, or the server behind us is down: whoever connected is told by the end.
      }
    }
  }

  private void connect(Socket near) throws IOException {
    Socket far = new Socket();
    synchronized (sockets) {
      sockets.add(near);
      sockets.add(far);
    }
    try {
      far.connect(target);
    } catch (IOException e) {
      near.close();
      throw e;
    }
    near.setTcpNoDelay(true);
    far.setTcpNoDelay(true);
    carry(near, far);
    carry(far, near);
  }

  private void carry(Socket from, Socket to) {
    BlockingQueue<Chunk> way = new LinkedBlockingQueue<>();
    Semaphore room = new Semaphore(UNDER_WAY_MAX);
    long delay = delayNanos;
    Thread.ofVirtual().start(() -> take(from, way, room, delay));
    Thread.ofVirtual().start(() -> give(to, way, room));
  }

  private void take(Socket from, BlockingQueue<Chunk> way, Semaphore room, long delay) {
    byte[] buffer = new byte[CHUNK_BYTES];
    try {
      InputStream in = from.getInputStream();
      for (int count = in.read(buffer); count > 0; count = in.read(buffer)) {
        room.acquireUninterruptibly(count);
        movedNanos = System.nanoTime();
        bytes.addAndGet(count);
        way.add(new Chunk(Arrays.copyOf(buffer, count), movedNanos + delay));
      }
    } catch (IOException e) {
      // The other side learns of it as of any end.
    }
    way.add(new Chunk(new byte[0], System.nanoTime() + delay));
  }

  private static void give(Socket to, BlockingQueue<Chunk> way, Semaphore room) {
    try (to) {
      OutputStream out = to.getOutputStream();
      for (Chunk chunk = way.take(); chunk.bytes().length > 0; chunk = way.take()) {
        waitUntil(chunk.dueNanos());
        out.write(chunk.bytes());
        room.release(chunk.bytes().length);
      }
    } catch (IOException e) {
      // Nobody is there any more; who sends will notice when there is no room.
      room.release(UNDER_WAY_MAX);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void waitUntil(long nanos) {
    for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  @Override
  public void close() throws IOException {
    door.close();
    synchronized (sockets) {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }
}
