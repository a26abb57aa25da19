package dev.graspd.bench.hunt;

import dev.graspd.bench.git.load.PlainGit;
import dev.graspd.bench.git.load.Source;
import dev.graspd.testkit.GitAnswers;
import dev.graspd.testkit.ScriptedServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A git host with one repository under every name. C git makes each answer once; later it comes
 * from memory, so that a client does not wait for the host. It counts visits at a time: a visit
 * lasts from its first request until only the last byte of its pack is missing. Thread-safe.
 */
final class GitHost implements AutoCloseable {
  private static final Pattern REQUEST =
      Pattern.compile(
          "(?:GET|POST) /(\\S+)\\.git/(?:info/refs\\?service=(git-upload-pack)|git-upload-pack)"
              + " HTTP/1\\.1");
  private static final String PROTOCOL = "git-protocol:";

  /** A request; an empty body asks for the refs. */
  private record Question(String protocol, String body) {
    boolean isPackWanted() {
      return !body.isEmpty() && !body.contains("command=ls-refs");
    }
  }

  /** All of an answer but its last byte, and that. */
  private record Answer(byte[] beginning, byte[] end) {
    static Answer of(byte[] whole) {
      int last = whole.length - 1;
      return new Answer(Arrays.copyOf(whole, last), new byte[] {whole[last]});
    }
  }

  private final Source source;
  private final Map<Question, Answer> answers = new ConcurrentHashMap<>();
  private final ScriptedServer server = ScriptedServer.start(this::serve);

  private final Set<String> watched = new TreeSet<>();
  private final Map<String, Long> firstNanos = new TreeMap<>();
  private final Set<String> visitors = new TreeSet<>();
  private int mostAtOnce;
  private int visits;

  GitHost(Source source) {
    this.source = source;
  }

  Source source() {
    return source;
  }

  /** Returns host and port. */
  String authority() {
    return "127.0.0.1:" + server.port();
  }

  String url(String name) {
    return "http://" + authority() + "/" + name + ".git";
  }

  // ---- its visits

  /** Counts visits to these repositories, and to no others, from now on. */
  synchronized void watch(Collection<String> names) {
    watched.clear();
    watched.addAll(names);
    firstNanos.clear();
    visitors.clear();
    visits = 0;
    mostAtOnce = 0;
  }

  /** Returns the time of the first visit to a repository. */
  synchronized OptionalLong firstNanos(String name) {
    @Nullable Long nanos = firstNanos.get(name);
    return nanos == null ? OptionalLong.empty() : OptionalLong.of(nanos);
  }

  /** Returns the time of the first visit. */
  synchronized OptionalLong firstNanos() {
    return firstNanos.values().stream().mapToLong(nanos -> nanos).min();
  }

  synchronized int mostAtOnce() {
    return mostAtOnce;
  }

  synchronized int visits() {
    return visits;
  }

  /** A second visit only compares refs: it has no visible end. */
  private synchronized void come(String name) {
    if (!watched.contains(name)) {
      return;
    }
    visits++;
    if (firstNanos.putIfAbsent(name, System.nanoTime()) == null) {
      visitors.add(name);
    }
    mostAtOnce = Math.max(mostAtOnce, visitors.size());
  }

  private synchronized void leave(String name) {
    visitors.remove(name);
  }

  // ---- its answers

  private void serve(ScriptedServer.Conversation talk) throws IOException {
    while (true) {
      List<String> head = talk.readHead();
      String body = new String(talk.readBody(head), StandardCharsets.ISO_8859_1);
      Matcher request = REQUEST.matcher(head.getFirst());
      if (!request.matches()) {
        throw new IOException("nobody should ask " + head.getFirst());
      }
      String name = request.group(1);
      if (request.group(2) != null) {
        come(name);
      }
      Question question = new Question(protocol(head).orElse(""), body);
      Answer answer = answers.computeIfAbsent(question, one -> Answer.of(byGit(one)));
      try {
        talk.send(answer.beginning());
      } finally {
        if (question.isPackWanted()) {
          leave(name);
        }
      }
      talk.send(answer.end());
    }
  }

  private static Optional<String> protocol(List<String> head) {
    return head.stream()
        .filter(line -> line.regionMatches(true, 0, PROTOCOL, 0, PROTOCOL.length()))
        .map(line -> line.substring(PROTOCOL.length()).strip())
        .findFirst();
  }

  private byte[] byGit(Question question) {
    try {
      return question.body().isEmpty()
          ? GitAnswers.whole(
              GitAnswers.ADVERTISEMENT,
              GitAnswers.joined(
                  GitAnswers.bytes(GitAnswers.line("# service=git-upload-pack") + "0000"),
                  uploadPack(question, "--http-backend-info-refs")))
          : GitAnswers.whole(GitAnswers.RESULT, uploadPack(question, "--strict"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private byte[] uploadPack(Question question, String option)
      throws IOException, InterruptedException {
    byte[] body = question.body().getBytes(StandardCharsets.ISO_8859_1);
    return PlainGit.feed(
        source.bare(),
        Map.of("GIT_PROTOCOL", question.protocol()),
        out -> out.write(body),
        "upload-pack",
        "--stateless-rpc",
        option,
        ".");
  }

  @Override
  public void close() {
    server.close();
  }
}
