package dev.graspd.server.hook;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.graspd.core.store.hook.HookSecret;
import dev.graspd.testkit.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A receiver of webhooks on this machine: answers as it is told, otherwise with 204. */
final class Receiver implements AutoCloseable {
  private static final int NO_CONTENT = 204;

  private final List<Received> received = new CopyOnWriteArrayList<>();
  private final Queue<Integer> statuses = new ConcurrentLinkedQueue<>();
  private final CountDownLatch end = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpServer server;
  private volatile boolean hangs;
  private volatile String location = "";
  private volatile int answerBytes = -1;

  /** One request. */
  record Received(String topic, String token, String signature, byte[] body) {
    String text() {
      return new String(body, StandardCharsets.UTF_8);
    }
  }

  Receiver() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.setExecutor(threads);
    server.start();
  }

  /** Takes a delivery and never answers. */
  Receiver hanging() {
    hangs = true;
    return this;
  }

  Receiver answering(Integer... first) {
    statuses.addAll(List.of(first));
    return this;
  }

  Receiver redirectingTo(Receiver other) {
    location = other.url();
    return this;
  }

  Receiver answeringAtLength(int bytes) {
    answerBytes = bytes;
    return this;
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/hook?token=in-the-url";
  }

  List<Received> received() {
    return List.copyOf(received);
  }

  List<Received> await(int count) {
    Eventually.await(() -> received.size() >= count, () -> "received: " + received);
    return received();
  }

  private void answer(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    received.add(
        new Received(
            exchange.getRequestHeaders().getFirst(HookSender.TOPIC),
            exchange.getRequestHeaders().getFirst(HookSender.DELIVERY),
            exchange.getRequestHeaders().getFirst(HookSender.SIGNATURE),
            body));
    if (hangs) {
      awaitEnd();
      return;
    }
    Integer next = statuses.poll();
    if (!location.isEmpty()) {
      exchange.getResponseHeaders().set("location", location);
    }
    exchange.sendResponseHeaders(next == null ? NO_CONTENT : next, answerBytes);
    if (answerBytes > 0) {
      exchange.getResponseBody().write(new byte[answerBytes]);
    }
    exchange.close();
  }

  private void awaitEnd() {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns whether a request has the signature that this secret makes. */
  static boolean isSigned(Received one, HookSecret secret) {
    return one.signature().equals(HookSender.signature(secret, one.body()));
  }

  @Override
  public void close() {
    end.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
