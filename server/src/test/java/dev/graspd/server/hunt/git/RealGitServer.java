package dev.graspd.server.hunt.git;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Git's own server ({@code git http-backend}) behind the JDK's little one. */
public final class RealGitServer implements AutoCloseable {
  private final Path root;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<String> posted = new CopyOnWriteArrayList<>();

  /** Serves all repositories below a directory. */
  public RealGitServer(Path root) throws IOException {
    this.root = root;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.setExecutor(threads);
    server.start();
  }

  public String url(String repository) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/" + repository;
  }

  /** Returns what clients have posted so far. */
  public List<String> posted() {
    return posted;
  }

  private void handle(HttpExchange http) throws IOException {
    byte[] body = http.getRequestBody().readAllBytes();
    if (body.length > 0) {
      posted.add(new String(body, StandardCharsets.ISO_8859_1));
    }
    Process git = start(http);
    try (OutputStream in = git.getOutputStream()) {
      in.write(body);
    }
    try (http;
        InputStream out = git.getInputStream()) {
      int status = 200;
      for (String line = line(out); !line.isEmpty(); line = line(out)) {
        int colon = line.indexOf(": ");
        if (line.startsWith("Status: ")) {
          status = Integer.parseInt(line.substring(8, 11));
        } else {
          http.getResponseHeaders().set(line.substring(0, colon), line.substring(colon + 2));
        }
      }
      http.sendResponseHeaders(status, 0);
      out.transferTo(http.getResponseBody());
    }
  }

  private Process start(HttpExchange http) throws IOException {
    ProcessBuilder builder = new ProcessBuilder("git", "http-backend");
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(name -> name.startsWith("GIT_"));
    environment.putAll(
        Map.of(
            "GIT_PROJECT_ROOT", root.toString(),
            "GIT_HTTP_EXPORT_ALL", "1",
            "GIT_CONFIG_NOSYSTEM", "1",
            "HOME", root.toString(),
            "PATH_INFO", http.getRequestURI().getPath(),
            "REQUEST_METHOD", http.getRequestMethod(),
            "QUERY_STRING", Optional.ofNullable(http.getRequestURI().getQuery()).orElse(""),
            "CONTENT_TYPE", header(http, "Content-Type"),
            "GIT_PROTOCOL", header(http, "Git-Protocol")));
    return builder.start();
  }

  private static String header(HttpExchange http, String name) {
    return Optional.ofNullable(http.getRequestHeaders().getFirst(name)).orElse("");
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
      line.write(c);
    }
    return line.toString(StandardCharsets.US_ASCII).strip();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
