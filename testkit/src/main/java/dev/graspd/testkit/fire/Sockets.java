package dev.graspd.testkit.fire;

import dev.graspd.testkit.RawWebSocket;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;

/**
 * The connections of attackers, from many addresses; all end when it is closed. If the server ends
 * one of them, the others go on: an attack has no right to succeed. Thread-safe.
 */
public final class Sockets implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Target target;
  private final Queue<AutoCloseable> open = new ConcurrentLinkedQueue<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final AtomicInteger busy = new AtomicInteger();
  private final AtomicInteger ended = new AtomicInteger();
  private volatile boolean closed;

  public Sockets(Target target) {
    this.target = target;
  }

  Target target() {
    return target;
  }

  /** What one attacker does on connections of its own. */
  interface Script {
    void run() throws IOException;
  }

  /** Runs a script beside the others. Its end by the server's hand is counted, and no fault. */
  void start(Script script) {
    busy.incrementAndGet();
    threads.execute(() -> {
      try {
        script.run();
      } catch (IOException | RuntimeException | AssertionError _) {
        ended.incrementAndGet();
      } finally {
        busy.decrementAndGet();
      }
    });
  }

  /** Returns whether some script is still sending or waiting. */
  public boolean isBusy() {
    return busy.get() > 0;
  }

  /** Returns how many scripts the server has ended. */
  public int ended() {
    return ended.get();
  }

  RawWebSocket webSocket(String address) {
    return kept(
        RawWebSocket.to(target.server())
            .header("X-Forwarded-For", address)
            .deadline(PATIENCE)
            .connect());
  }

  Socket http() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), target.server().getPort());
    socket.setSoTimeout(Math.toIntExact(PATIENCE.toMillis()));
    return kept(socket);
  }

  private <S extends AutoCloseable> S kept(S socket) {
    open.add(socket);
    if (closed) {
      end(socket);
    }
    return socket;
  }

  /** Sends the head of a request whose body has no end. */
  void unfinishedPost(String address, String path, String contentType, byte[] gzipped)
      throws IOException {
    OutputStream out = http().getOutputStream();
    String head =
        """
        POST %s HTTP/1.1
        Host: %s
        X-Forwarded-For: %s
        Content-Type: %s
        Content-Encoding: gzip
        Git-Protocol: version=2
        Transfer-Encoding: chunked

        """
            .formatted(path, target.server().getAuthority(), address, contentType)
            .replace("\n", "\r\n");
    out.write(head.getBytes(StandardCharsets.US_ASCII));
    out.write((Integer.toHexString(gzipped.length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
    out.write(gzipped);
    out.write("\r\n".getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  /** Sends one request without a body; the answer is left unread. */
  static void get(Socket socket, Target target, String address, String path) throws IOException {
    String head =
        "GET %s HTTP/1.1\r\nHost: %s\r\nX-Forwarded-For: %s\r\n\r\n"
            .formatted(path, target.server().getAuthority(), address);
    socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
  }

  /** Compresses, and leaves the stream without its end. */
  static byte[] gzipWithoutEnd(byte[] bytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      GZIPOutputStream gzip = new GZIPOutputStream(out, 8192, true);
      gzip.write(bytes);
      gzip.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  static String pkt(String line) {
    return "%04x%s".formatted(line.length() + 4, line);
  }

  private static void end(AutoCloseable socket) {
    try {
      socket.close();
    } catch (Exception e) {
      throw new IllegalStateException("a socket cannot be closed", e);
    }
  }

  @Override
  public void close() {
    closed = true;
    open.forEach(Sockets::end);
    threads.shutdownNow();
    awaitEnd();
  }

  /** Connections that are just being made end by their own patience. */
  private void awaitEnd() {
    try {
      if (!threads.awaitTermination(2 * PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw new IllegalStateException(busy.get() + " attackers do not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
