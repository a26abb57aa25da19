package dev.graspd.testkit.fire;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.RawWebSocket;
import dev.graspd.testkit.Signer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Somebody who publishes, queries, fetches and pushes with stock git, from an address of their own,
 * and looks at the clock. After some rounds it is another address: nobody who is honest publishes
 * hundreds of events a minute from one. Not thread-safe.
 */
public final class HonestUser implements AutoCloseable {
  private static final int ROUNDS_OF_AN_ADDRESS = 20;
  private static final int ADDRESSES = 200;
  private static final Duration GIVE_UP = Duration.ofSeconds(60);

  /** What an honest user does. */
  public enum Operation {
    PUBLISH,
    QUERY,
    LIST_REFS,
    FETCH,
    PUSH
  }

  /** How long one operation took. */
  public record Took(Operation operation, Duration time) {}

  private final Target target;
  private final Path directory;
  private final Signer author;
  private int rounds;
  private int commits;

  public HonestUser(Target target, Path directory) {
    this.target = target;
    this.directory = directory;
    this.author = Signer.named("honest author of issues");
  }

  /** Announces the repository and makes its first push. */
  public void begin() {
    try {
      Files.createDirectories(directory.resolve("work"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    git("init", "-q", "-b", "main");
    publish(target.announcing(target.owner()).signedBy(target.owner()));
    push();
  }

  /** Does everything once. */
  public List<Took> round() {
    rounds++;
    List<Took> took = new ArrayList<>();
    for (Operation operation : Operation.values()) {
      long begun = System.nanoTime();
      perform(operation);
      took.add(new Took(operation, Duration.ofNanos(System.nanoTime() - begun)));
    }
    return took;
  }

  private void perform(Operation operation) {
    switch (operation) {
      case PUBLISH -> publish(issue());
      case QUERY -> query();
      case LIST_REFS -> git("ls-remote", "-q", target.url(target.owner()));
      case FETCH -> git("clone", "-q", "--bare", target.url(target.owner()), "../clone-" + commits);
      case PUSH -> push();
    }
  }

  private Event issue() {
    return EventBuilder.kind(1621)
        .at(Target.now())
        .tag("a", target.address())
        .tag("subject", "it works")
        .content("while strangers try to stop it")
        .signedBy(author);
  }

  private void publish(Event event) {
    try (RawWebSocket socket = connect()) {
      socket.sendText("[\"EVENT\"," + new String(event.json(), StandardCharsets.UTF_8) + "]");
      String answer = socket.receiveText();
      while (!answer.startsWith("[\"OK\",\"" + event.id().hex())) {
        answer = socket.receiveText();
      }
      require(answer.contains("\",true,"), answer);
    }
  }

  private void query() {
    try (RawWebSocket socket = connect()) {
      socket.sendText(
          "[\"REQ\",\"q\",{\"kinds\":[30617],\"#d\":[\""
              + target.identifier()
              + "\"],\"authors\":[\""
              + target.owner().publicKey().hex()
              + "\"]}]");
      String first = socket.receiveText();
      require(first.startsWith("[\"EVENT\",\"q\""), first);
    }
  }

  private String address() {
    return "203.0.113." + (9 + rounds / ROUNDS_OF_AN_ADDRESS % ADDRESSES);
  }

  private RawWebSocket connect() {
    return RawWebSocket.to(target.server())
        .header("X-Forwarded-For", address())
        .deadline(GIVE_UP)
        .connect();
  }

  private void push() {
    git("commit", "-q", "--allow-empty", "-m", "change " + commits++);
    String commit = git("rev-parse", "HEAD").strip();
    publish(target.state(target.owner(), commit));
    git("push", "-q", target.url(target.owner()), "main");
    String seen = git("ls-remote", "-q", target.url(target.owner()), "refs/heads/main");
    require(seen.startsWith(commit), "pushed " + commit + " and see " + seen);
  }

  private String git(String... arguments) {
    List<String> command =
        new ArrayList<>(List.of("git", "-c", "http.extraHeader=X-Forwarded-For: " + address()));
    command.addAll(List.of(arguments));
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(directory.resolve("work").toFile())
              .redirectErrorStream(true);
      Map<String, String> environment = builder.environment();
      environment.keySet().removeIf(name -> name.startsWith("GIT_"));
      environment.putAll(
          Map.of(
              "HOME", directory.toString(),
              "GIT_CONFIG_NOSYSTEM", "1",
              "GIT_TERMINAL_PROMPT", "0",
              "GIT_AUTHOR_NAME", "A",
              "GIT_AUTHOR_EMAIL", "a@example.org",
              "GIT_COMMITTER_NAME", "A",
              "GIT_COMMITTER_EMAIL", "a@example.org"));
      Process process = builder.start();
      process.getOutputStream().close();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      require(process.waitFor(GIVE_UP.toSeconds(), TimeUnit.SECONDS), "git does not end");
      require(process.exitValue() == 0, String.join(" ", command) + ": " + output);
      return output;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private static void require(boolean isSo, String otherwise) {
    if (!isSo) {
      throw new IllegalStateException(otherwise);
    }
  }

  @Override
  public void close() {
    try (var tree = Files.walk(directory)) {
      tree.sorted(Comparator.reverseOrder()).forEach(HonestUser::delete);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path path) {
    try {
      Files.delete(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
