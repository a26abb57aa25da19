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
 * A slow connection to a server: it delays every byte, without a limit of the rate, and counts
 * them. Thread-safe.
 */
final class DelayProxy implements AutoCloseable {
  private static final int CHUNK_BYTES = 1 << 16;

  /** Chunks in transit in one direction of a connection: enough for 600 MB/s over 25 ms. */
  private static final int UNDER_WAY_MAX = 16 << 20;

  private final ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final InetSocketAddress target;
  private final AtomicLong bytes = new AtomicLong();
  private final List<Socket> sockets = new ArrayList<>();
  private volatile long delayNanos;
  private volatile long contactNanos;
  private volatile long movedNanos;
  private volatile boolean contacted;

  /** Bytes in transit; an empty chunk is the end. */
  private record Chunk(byte[] bytes, long dueNanos) {}

  DelayProxy(URI target) throws IOException {
    this.target = new InetSocketAddress(target.getHost(), target.getPort());
    Thread.ofVirtual().start(this::accept);
  }

  String relay() {
    return "ws://127.0.0.1:" + door.getLocalPort();
  }

  /** Resets the counters. Open connections keep their delay. */
  void begin(Duration oneWay) {
    delayNanos = oneWay.toNanos();
    contacted = false;
    bytes.set(0);
  }

  /** Returns the time of the first connection. */
  OptionalLong contactNanos() {
    return contacted ? OptionalLong.of(contactNanos) : OptionalLong.empty();
  }

  /** Returns the bytes of both directions, heads of HTTP included. */
  long bytes() {
    return bytes.get();
  }

  /** Returns whether there was no traffic for so long, after the first connection. */
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
        // Closed, or the server is down: the end of the connection tells the client.
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
      // The other side sees the end of the stream.
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
      // The reader is gone; the sender notices when the queue is full.
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
