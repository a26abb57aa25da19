package dev.graspd.server.git.serve;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.git.JdkExchange;
import dev.graspd.server.hosting.HostedRepository;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Smart HTTP for tests, over the JDK's little server. */
public final class GitHttp implements AutoCloseable {
  private final UploadService uploads;
  private final Map<String, HostedRepository> repositories = new ConcurrentHashMap<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpServer server;

  public GitHttp(UploadService uploads) throws IOException {
    this.uploads = uploads;
    this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.setExecutor(threads);
    server.start();
  }

  /** Serves a repository under a name, from now on. */
  public String serve(String name, HostedRepository repository) {
    repositories.put(name, repository);
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/" + name + ".git";
  }

  private void handle(HttpExchange http) throws IOException {
    String[] path = http.getRequestURI().getPath().split("\\.git/", 2);
    HostedRepository repository = repositories.get(path[0].substring(1));
    if (repository == null || path.length < 2) {
      http.sendResponseHeaders(404, -1);
      return;
    }
    String protocol =
        Optional.ofNullable(http.getRequestHeaders().getFirst("Git-Protocol")).orElse("");
    switch (path[1]) {
      case "info/refs" -> refs(http, repository, protocol);
      case "git-upload-pack" -> {
        JdkExchange carried = new JdkExchange(http, Payer.of(InetAddress.ofLiteral("192.0.2.1")));
        uploads.exchange(repository, carried);
        carried.awaitEnd();
      }
      default -> http.sendResponseHeaders(404, -1);
    }
  }

  private void refs(HttpExchange http, HostedRepository repository, String protocol)
      throws IOException {
    boolean reading = http.getRequestURI().getQuery().equals("service=git-upload-pack");
    String service = reading ? "git-upload-pack" : "git-receive-pack";
    byte[] body =
        reading
            ? uploads.advertisedForReading(repository, protocol)
            : uploads.advertisedForPushing(repository, protocol);
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
  }
}
