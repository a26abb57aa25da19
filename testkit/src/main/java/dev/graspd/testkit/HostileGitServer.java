package dev.graspd.testkit;

import dev.graspd.testkit.ScriptedServer.Conversation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import javax.net.ServerSocketFactory;

/**
 * A git server on loopback that is honest but for one thing. It speaks version 2 of the protocol
 * and has one repository with one branch.
 */
public final class HostileGitServer implements AutoCloseable {
  /**
   * What it has.
   *
   * @param tip the id of its one branch
   * @param pack what it sends, whatever is asked for
   */
  public record Repository(String tip, byte[] pack) {}

  /** Where a conversation leaves the path of virtue. */
  public enum Stage {
    CONNECTED,
    GREETING,
    LISTING,
    PACK,
    NEVER
  }

  /** What is done instead. */
  @FunctionalInterface
  public interface Step {
    void run(Conversation talk, Repository repository) throws IOException;
  }

  private static final long PATIENCE_SECONDS = 60;

  private final Repository repository;
  private final Stage stage;
  private final Step step;
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final ScriptedServer server;
  private final String scheme;
  private int running;

  private HostileGitServer(
      String scheme, ServerSocketFactory sockets, Repository repository, Stage stage, Step step) {
    this.scheme = scheme;
    this.repository = repository;
    this.stage = stage;
    this.step = step;
    this.server = ScriptedServer.start(sockets, this::counted);
  }

  /** Misbehaves in one way. */
  public static HostileGitServer start(GitMischief mischief, Repository repository) {
    return start(repository, mischief.stage(), mischief.step());
  }

  /** Takes another step than an honest server would. */
  public static HostileGitServer start(Repository repository, Stage stage, Step step) {
    return new HostileGitServer("http", ServerSocketFactory.getDefault(), repository, stage, step);
  }

  /** The same with TLS, from a factory that makes such sockets. */
  public static HostileGitServer startSecure(
      ServerSocketFactory sockets, Repository repository, Stage stage, Step step) {
    return new HostileGitServer("https", sockets, repository, stage, step);
  }

  /** Returns a step that leads elsewhere. */
  public static Step redirectTo(String location) {
    return (talk, _) ->
        talk.send("HTTP/1.1 302 Found\r\nLocation: " + location + "\r\nContent-Length: 0\r\n\r\n");
  }

  public int port() {
    return server.port();
  }

  /** Returns the clone URL, by the address. */
  public String url() {
    return url("127.0.0.1");
  }

  /** Returns the clone URL with a name that leads to loopback. */
  public String url(String host) {
    return scheme + "://" + host + ":" + port() + "/some/repo.git";
  }

  /** Returns the first lines of all requests so far. */
  public List<String> requests() {
    return requests;
  }

  /** Waits until the client has left every conversation; returns whether it has. */
  public synchronized boolean isLeftAlone() throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (running > 0) {
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return true;
  }

  private void counted(Conversation talk) throws IOException {
    count(1);
    try {
      serve(talk);
    } finally {
      count(-1);
    }
  }

  private synchronized void count(int change) {
    running += change;
    notifyAll();
  }

  private void serve(Conversation talk) throws IOException {
    if (stage == Stage.CONNECTED) {
      step.run(talk, repository);
      return;
    }
    List<String> head = talk.readHead();
    requests.add(head.getFirst());
    Stage reached = stageOf(head, new String(talk.readBody(head), StandardCharsets.ISO_8859_1));
    if (reached == stage) {
      step.run(talk, repository);
    } else {
      honest(reached, talk);
    }
  }

  private static Stage stageOf(List<String> head, String body) {
    if (head.getFirst().startsWith("GET ")) {
      return Stage.GREETING;
    }
    return body.contains("command=ls-refs") ? Stage.LISTING : Stage.PACK;
  }

  private void honest(Stage reached, Conversation talk) throws IOException {
    talk.send(
        switch (reached) {
          case GREETING -> GitAnswers.whole(GitAnswers.ADVERTISEMENT, GitAnswers.greeting());
          case LISTING -> GitAnswers.whole(GitAnswers.RESULT, GitAnswers.refs(repository.tip()));
          case PACK -> GitAnswers.whole(GitAnswers.RESULT, GitAnswers.packed(repository.pack()));
          case CONNECTED, NEVER -> throw new AssertionError(reached);
        });
  }

  @Override
  public void close() {
    server.close();
  }
}
