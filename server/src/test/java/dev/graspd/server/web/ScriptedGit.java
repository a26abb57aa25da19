package dev.graspd.server.web;

import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.git.Exchange;
import dev.graspd.server.git.GitService;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A git service that does with each exchange what the test says, on a thread of its own. A path
 * that begins with {@code quick} is answered at once.
 */
public final class ScriptedGit implements GitService {
  /** Handles an exchange; an exception aborts it. */
  @FunctionalInterface
  public interface Script {
    void play(Exchange exchange) throws Exception;
  }

  private final Script script;

  public ScriptedGit(Script script) {
    this.script = script;
  }

  @Override
  public Optional<Answer> infoRefsAtOnce(RefSpace space, Name service, String gitProtocol) {
    if (gitProtocol.equals("later")) {
      return Optional.empty();
    }
    String text = service.word() + " " + space.identifier() + " " + gitProtocol;
    return Optional.of(
        new Answer(
            exists(space.address()) ? 200 : 404,
            "application/x-" + service.word() + "-advertisement",
            text.getBytes(StandardCharsets.UTF_8)));
  }

  @Override
  public void infoRefs(RefSpace space, Name service, Exchange exchange) {
    exchange(space, service, exchange);
  }

  @Override
  public Optional<Answer> atOnce(RefSpace space, Name service, String gitProtocol, byte[] body) {
    String text = new String(body, StandardCharsets.UTF_8);
    if (text.equals("quick fault")) {
      throw new IllegalStateException("as the test wants it");
    }
    return text.startsWith("quick")
        ? Optional.of(
            new Answer(200, "text/plain", ("at once: " + text).getBytes(StandardCharsets.UTF_8)))
        : Optional.empty();
  }

  @Override
  public void exchange(RefSpace space, Name service, Exchange exchange) {
    Thread.ofPlatform()
        .daemon()
        .start(() -> {
          try {
            script.play(exchange);
          } catch (Exception e) {
            exchange.abort(e);
          }
        });
  }

  @Override
  public boolean exists(RepoAddress repository) {
    return repository.identifier().text().equals("repo");
  }
}
