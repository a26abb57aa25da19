package dev.graspd.testkit.suite;

import dev.graspd.testkit.GitAnswers;
import dev.graspd.testkit.ScriptedServer;
import dev.graspd.testkit.client.GitClient;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A git host on loopback: stock git behind the least of HTTP. It remembers what it was asked, and
 * answers as a test says.
 */
public final class GitHost implements AutoCloseable {
  private static final Pattern REQUEST =
      Pattern.compile("(?:GET|POST) /(.+?)\\.git/(info/refs\\?service=)?git-upload-pack HTTP/.*");
  private static final String PROTOCOL = "git-protocol:";

  /** What a request is for; a fetch makes one of each, in this order. */
  public enum Part {
    GREETING,
    LISTING,
    PACK
  }

  /** What is done with a request. */
  public enum Reply {
    SERVE,
    NOT_FOUND,
    /** Nothing is said until the client leaves. */
    HANG
  }

  /** One request for a repository. */
  public record Asked(String name, Part part, long atNanos) {}

  /** A request that was answered, or left by the client. */
  public record Done(Asked asked, long atNanos) {}

  /** Decides about a request; a slow host takes its time for that. */
  public interface Manners {
    Reply on(Asked asked);
  }

  private final ScriptedServer server = ScriptedServer.start(this::serve);
  private final Map<String, Path> repositories = new ConcurrentHashMap<>();
  private final List<Asked> asked = new CopyOnWriteArrayList<>();
  private final List<Done> done = new CopyOnWriteArrayList<>();
  private final AtomicInteger left = new AtomicInteger();
  private volatile Manners manners;

  private GitHost(Manners manners) {
    this.manners = manners;
  }

  public static GitHost start() {
    return start(_ -> Reply.SERVE);
  }

  public static GitHost start(Manners manners) {
    return new GitHost(manners);
  }

  /** From now on it behaves like this. */
  public void behave(Manners now) {
    manners = now;
  }

  /**
   * Shows the repository of a work tree under a name, in place of what was there; its clone URL.
   */
  public String show(String name, GitClient work) {
    repositories.put(name, work.directory());
    return url(name);
  }

  /** As limits see it: all that are started here are one host with many ports. */
  public String domain() {
    return "127.0.0.1";
  }

  public String url(String name) {
    return "http://127.0.0.1:" + server.port() + "/" + name + ".git";
  }

  /** Returns all requests of one part so far, in order. */
  public List<Asked> asked(Part part) {
    return asked.stream().filter(one -> one.part() == part).toList();
  }

  public List<Done> done() {
    return List.copyOf(done);
  }

  /** Returns how many hanging requests the client has left. */
  public int left() {
    return left.get();
  }

  private void serve(ScriptedServer.Conversation talk) throws IOException {
    List<String> head = talk.readHead();
    String body = new String(talk.readBody(head), StandardCharsets.ISO_8859_1);
    Asked one = parsed(head.getFirst(), body);
    asked.add(one);
    switch (manners.on(one)) {
      case SERVE -> send(talk, one, answer(one, head, body));
      case NOT_FOUND -> send(talk, one, notFound());
      case HANG -> hang(talk);
    }
  }

  /** It counts as done before its client can know: that one may be back before we are. */
  private void send(ScriptedServer.Conversation talk, Asked one, byte[] answer) throws IOException {
    done.add(new Done(one, System.nanoTime()));
    talk.send(answer);
  }

  private static Asked parsed(String requestLine, String body) {
    Matcher request = REQUEST.matcher(requestLine);
    if (!request.matches()) {
      throw new AssertionError("nobody should ask " + requestLine);
    }
    Part post = body.contains("command=ls-refs") ? Part.LISTING : Part.PACK;
    Part part = request.group(2) == null ? post : Part.GREETING;
    return new Asked(request.group(1), part, System.nanoTime());
  }

  private void hang(ScriptedServer.Conversation talk) throws IOException {
    try {
      talk.drain();
    } finally {
      left.incrementAndGet();
    }
  }

  private byte[] answer(Asked one, List<String> head, String body) throws IOException {
    @Nullable Path repository = repositories.get(one.name());
    if (repository == null) {
      return notFound();
    }
    if (one.part() != Part.GREETING) {
      return GitAnswers.whole(GitAnswers.RESULT, uploadPack(repository, head, body));
    }
    byte[] greeting =
        GitAnswers.joined(
            GitAnswers.bytes(GitAnswers.line("# service=git-upload-pack") + "0000"),
            uploadPack(repository, head, "", "--advertise-refs"));
    return GitAnswers.whole(GitAnswers.ADVERTISEMENT, greeting);
  }

  private static byte[] notFound() {
    return GitAnswers.bytes("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
  }

  private static byte[] uploadPack(
      Path repository, List<String> head, String input, String... options) throws IOException {
    List<String> command = new ArrayList<>(List.of("git", "upload-pack", "--stateless-rpc"));
    command.addAll(List.of(options));
    command.add(repository.toString());
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().keySet().removeIf(name -> name.startsWith("GIT_"));
    head.stream()
        .filter(line -> line.regionMatches(true, 0, PROTOCOL, 0, PROTOCOL.length()))
        .forEach(line ->
            builder.environment().put("GIT_PROTOCOL", line.substring(PROTOCOL.length()).strip()));
    Process process = builder.start();
    try (OutputStream in = process.getOutputStream()) {
      in.write(input.getBytes(StandardCharsets.ISO_8859_1));
    }
    return process.getInputStream().readAllBytes();
  }

  @Override
  public void close() {
    server.close();
  }
}
