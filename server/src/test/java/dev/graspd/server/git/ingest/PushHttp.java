package dev.graspd.server.git.ingest;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.Standing;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.git.GitMetrics;
import dev.graspd.server.git.JdkExchange;
import dev.graspd.server.git.ingest.budget.IngestFixture;
import dev.graspd.server.git.serve.UploadService;
import dev.graspd.server.git.serve.pack.TestGround;
import dev.graspd.server.git.serve.request.ServeLimits;
import dev.graspd.server.hosting.HostedRepository;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** One repository that can be pushed to and cloned, over the JDK's little server. */
final class PushHttp implements AutoCloseable {
  private final ReceiveService receive;
  private final UploadService uploads;
  private final RecordedPushes pushes;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpServer server;

  PushHttp(ReceiveService receive, IngestFixture bench, RecordedPushes pushes) throws IOException {
    this.receive = receive;
    this.pushes = pushes;
    this.uploads =
        new UploadService(
            TestGround.over(bench.stores),
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
      JdkExchange carried = new JdkExchange(http, Payer.operator());
      if (path.endsWith("/git-upload-pack")) {
        uploads.exchange(repository(), carried);
      } else {
        receive.exchange(repository(), carried);
      }
      carried.awaitEnd();
    }
  }

  private void refs(HttpExchange http) throws IOException {
    String service = http.getRequestURI().getQuery().substring("service=".length());
    byte[] body =
        service.equals("git-upload-pack")
            ? uploads.advertisedForReading(repository(), "version=2")
            : uploads.advertisedForPushing(repository(), "");
    http.getResponseHeaders().set("Content-Type", "application/x-" + service + "-advertisement");
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
}
