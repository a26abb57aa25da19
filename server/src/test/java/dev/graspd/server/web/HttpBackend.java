package dev.graspd.server.web;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.git.Exchange;
import dev.graspd.server.git.GitService;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Git's own server as a child process behind the port: what git clients expect, by the book. */
public final class HttpBackend implements GitService {
  private static final long BODY_BYTES_MAX = 1L << 30;

  private final Path root;

  public HttpBackend(Path root) {
    this.root = root;
  }

  @Override
  public boolean exists(RepoAddress repository) {
    return Files.isDirectory(directory(repository));
  }

  private Path directory(RepoAddress repository) {
    return root.resolve(Bech32.npub(repository.owner()) + "-" + repository.identifier() + ".git");
  }

  @Override
  public Optional<Answer> infoRefsAtOnce(RefSpace space, Name service, String gitProtocol) {
    return Optional.empty();
  }

  @Override
  public void infoRefs(RefSpace space, Name service, Exchange exchange) {
    Thread.ofPlatform().daemon().start(() -> advertise(space.address(), service, exchange));
  }

  private void advertise(RepoAddress repository, Name service, Exchange exchange) {
    if (!exists(repository)) {
      exchange.refuse(404, "no such repository");
      return;
    }
    List<String> environment =
        List.of("REQUEST_METHOD=GET", "QUERY_STRING=service=" + service.word());
    try {
      Process git = start(repository, "info/refs", exchange.gitProtocol(), environment);
      git.getOutputStream().close();
      InputStream in = git.getInputStream();
      Head head = Head.read(in);
      try (OutputStream out = exchange.answer(head.status, head.contentType)) {
        in.transferTo(out);
      }
    } catch (IOException e) {
      exchange.abort(e);
    }
  }

  @Override
  public void exchange(RefSpace space, Name service, Exchange exchange) {
    Thread.ofPlatform()
        .daemon()
        .start(() -> {
          try {
            carryOut(space.address(), service, exchange);
          } catch (IOException | RuntimeException e) {
            exchange.abort(e);
          }
        });
  }

  private void carryOut(RepoAddress repository, Name service, Exchange exchange)
      throws IOException {
    if (!exists(repository)) {
      exchange.refuse(404, "no such repository");
      return;
    }
    List<String> environment =
        List.of("REQUEST_METHOD=POST", "CONTENT_TYPE=application/x-" + service.word() + "-request");
    Process git = start(repository, service.word(), exchange.gitProtocol(), environment);
    try (OutputStream toGit = git.getOutputStream();
        InputStream body = exchange.body(BODY_BYTES_MAX)) {
      body.transferTo(toGit);
    } catch (IOException e) {
      git.destroyForcibly();
      throw e;
    }
    Head head = Head.read(git.getInputStream());
    try (OutputStream answer = exchange.answer(head.status, head.contentType)) {
      git.getInputStream().transferTo(answer);
    }
  }

  private Process start(
      RepoAddress repository, String service, String gitProtocol, List<String> more)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder("git", "http-backend");
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put("GIT_HTTP_EXPORT_ALL", "1");
    builder.environment().put("GIT_PROTOCOL", gitProtocol);
    builder.environment().put("PATH_TRANSLATED", directory(repository) + "/" + service);
    // Everybody with a name there may push.
    builder.environment().put("REMOTE_USER", "tester");
    for (String assignment : more) {
      int equals = assignment.indexOf('=');
      builder.environment().put(assignment.substring(0, equals), assignment.substring(equals + 1));
    }
    return builder.start();
  }

  /** The head of a CGI program's answer. */
  private record Head(int status, String contentType) {
    static Head read(InputStream in) throws IOException {
      int status = 200;
      String contentType = "text/plain";
      String line = line(in);
      while (!line.isEmpty()) {
        if (line.startsWith("Status: ")) {
          status = Integer.parseInt(line.substring(8, 11));
        } else if (line.startsWith("Content-Type: ")) {
          contentType = line.substring(14);
        }
        line = line(in);
      }
      return new Head(status, contentType);
    }

    private static String line(InputStream in) throws IOException {
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      int c = in.read();
      while (c >= 0 && c != '\n') {
        line.write(c);
        c = in.read();
      }
      return line.toString(StandardCharsets.US_ASCII).strip();
    }
  }
}
