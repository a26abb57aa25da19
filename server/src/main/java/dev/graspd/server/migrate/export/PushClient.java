package dev.graspd.server.migrate.export;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.server.egress.dial.Target;
import dev.graspd.server.egress.http.FetchDeadline;
import dev.graspd.server.egress.http.FetchLimits;
import dev.graspd.server.egress.http.HttpClient;
import dev.graspd.server.egress.http.StreamAnswer;
import dev.graspd.server.egress.http.StreamRequest;
import dev.graspd.server.egress.http.StreamResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Pushes by smart HTTP, without credentials: a GRASP server asks for signed events instead. For one
 * thread.
 */
record PushClient(HttpClient http, String agent) {
  /** Bytes of a list of refs, or of a report. */
  static final long ANSWER_BYTES_MAX = 64 << 20;

  /** How long a server may check a pack, and how long a whole push may take. */
  private static final FetchLimits LIMITS =
      new FetchLimits(
          Duration.ofHours(6), Long.MAX_VALUE, Duration.ZERO, 0, Duration.ofMinutes(10));

  private static final String REFS = "/info/refs?service=git-receive-pack";
  private static final String SERVICE = "/git-receive-pack";
  private static final String TYPE = "application/x-git-receive-pack-";
  private static final int OK = 200;
  private static final int WORDS_BYTES_MAX = 1_024;

  /** Asks a repository for its refs. */
  PushTarget open(Target repository) {
    StreamRequest request =
        new StreamRequest(
            repository.at(repository.path() + REFS),
            new TreeMap<>(Map.of("accept", "*/*")),
            Optional.empty(),
            ANSWER_BYTES_MAX);
    return switch (http.send(request, deadline())) {
      case StreamResult.Failed(var failure, _) -> new PushTarget.Closed(failure.text());
      case StreamResult.Answered(var answer) -> {
        try (answer) {
          String path = answer.target().path();
          yield answer.status() == OK && path.endsWith(REFS)
              ? PushLines.advertisement(
                  answer.body(),
                  answer.target().at(path.substring(0, path.length() - REFS.length())))
              : new PushTarget.Closed(words(answer));
        } catch (IOException e) {
          yield new PushTarget.Closed(String.valueOf(e.getMessage()));
        }
      }
    };
  }

  /**
   * Pushes refs.
   *
   * @param body a file with the commands and the pack
   * @return why each of them was refused, if it was
   */
  SortedMap<RefName, Optional<String>> push(
      PushTarget.Open target, SortedMap<RefName, Oid> wanted, Path body) throws IOException {
    StreamRequest request =
        StreamRequest.ofFile(
            target.base().at(target.base().path() + SERVICE),
            new TreeMap<>(Map.of("accept", TYPE + "result", "content-type", TYPE + "request")),
            body,
            ANSWER_BYTES_MAX);
    return switch (http.send(request, deadline())) {
      case StreamResult.Failed(var failure, _) -> all(wanted, failure.text());
      case StreamResult.Answered(var answer) -> {
        try (answer) {
          yield answer.status() == OK
              ? reported(wanted, PushLines.report(answer.body(), target))
              : all(wanted, words(answer));
        } catch (IOException e) {
          yield all(wanted, String.valueOf(e.getMessage()));
        }
      }
    };
  }

  private static SortedMap<RefName, Optional<String>> all(
      SortedMap<RefName, Oid> wanted, String why) {
    SortedMap<RefName, Optional<String>> refused = new TreeMap<>();
    wanted.keySet().forEach(ref -> refused.put(ref, Optional.of(why)));
    return refused;
  }

  private static SortedMap<RefName, Optional<String>> reported(
      SortedMap<RefName, Oid> wanted, SortedMap<String, Optional<String>> report) {
    SortedMap<RefName, Optional<String>> outcomes = new TreeMap<>();
    wanted
        .keySet()
        .forEach(ref ->
            outcomes.put(
                ref, report.getOrDefault(ref.text(), Optional.of("the server does not say"))));
    return outcomes;
  }

  private static String words(StreamAnswer answer) throws IOException {
    byte[] bytes = answer.body().readNBytes(WORDS_BYTES_MAX);
    String words = PushLines.shortened(new String(bytes, StandardCharsets.UTF_8));
    return "HTTP " + answer.status() + (words.isEmpty() ? "" : ": " + words);
  }

  private static FetchDeadline deadline() {
    return new FetchDeadline(LIMITS, System::nanoTime);
  }
}
