package dev.graspd.server.git.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.Standing;
import dev.graspd.server.gate.HostedRepository;
import dev.graspd.server.git.Exchange;
import dev.graspd.server.git.GitMetrics;
import dev.graspd.server.git.serve.ServeLimits;
import dev.graspd.server.git.serve.UploadService;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.zip.GZIPInputStream;

/** One repository that can be pushed to, over the JDK's little server. */
final class PushHttp implements AutoCloseable {
  private final ReceiveService receive;
  private final UploadService uploads;
  private final RecordedPushes pushes;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpServer server;

  PushHttp(ReceiveService receive, IngestBench bench, RecordedPushes pushes) throws IOException {
    this.receive = receive;
    this.pushes = pushes;
    this.uploads =
        new UploadService(
            bench.stores,
            ServeLimits.forCores(2),
            "graspd/test",
            GitMetrics.NONE,
            System::nanoTime);
    this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.setExecutor(threads);
    server.start();
  }

  int port() {
    return server.getAddress().getPort();
  }

  String url() {
    return "http://127.0.0.1:" + port() + "/repo.git";
  }

  HostedRepository repository() {
    return new HostedRepository(
        PushTest.REPOSITORY,
        Standing.SERVED,
        new Refs(pushes.refs, Optional.empty()),
        new TreeMap<>());
  }

  private void handle(HttpExchange http) throws IOException {
    String path = http.getRequestURI().getPath();
    if (path.endsWith("/info/refs")) {
      refs(http);
    } else {
      Carried carried = new Carried(http);
      receive.exchange(repository(), carried);
      carried.awaitEnd();
    }
  }

  private void refs(HttpExchange http) throws IOException {
    byte[] body = uploads.advertisedForPushing(repository(), "");
    http.getResponseHeaders().set("Content-Type", "application/x-git-receive-pack-advertisement");
    http.sendResponseHeaders(200, body.length);
    try (OutputStream out = http.getResponseBody()) {
      out.write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
    uploads.close();
    receive.close();
  }

  private static final class Carried implements Exchange {
    private final HttpExchange http;
    private final CountDownLatch end = new CountDownLatch(1);

    Carried(HttpExchange http) {
      this.http = http;
    }

    void awaitEnd() {
      try {
        end.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public String gitProtocol() {
      return "";
    }

    @Override
    public OptionalLong contentLength() {
      String length = http.getRequestHeaders().getFirst("Content-Length");
      return length == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(length));
    }

    @Override
    public Optional<String> client() {
      return Optional.empty();
    }

    @Override
    public InputStream body(long maxBytes) {
      try {
        boolean packed = "gzip".equals(http.getRequestHeaders().getFirst("Content-Encoding"));
        return packed ? new GZIPInputStream(http.getRequestBody()) : http.getRequestBody();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public OutputStream answer(int status, String contentType) throws IOException {
      http.getResponseHeaders().set("Content-Type", contentType);
      http.sendResponseHeaders(status, 0);
      return new FilterOutputStream(http.getResponseBody()) {
        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
          out.write(bytes, offset, length);
        }

        @Override
        public void close() throws IOException {
          super.close();
          http.close();
          end.countDown();
        }
      };
    }

    @Override
    public void refuse(int status, String text) {
      byte[] body = text.getBytes(UTF_8);
      try {
        http.sendResponseHeaders(status, body.length);
        http.getResponseBody().write(body);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } finally {
        http.close();
        end.countDown();
      }
    }

    @Override
    public void abort(Throwable cause) {
      http.close();
      end.countDown();
    }
  }
}
