package dev.graspd.server.site.race;

import dev.graspd.server.site.race.Timeline.State;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Readers that ask for everything again and again, each with the versions that it has, and compare
 * each answer with the states that the repository had meanwhile. Ends when it is closed.
 */
final class Readers implements AutoCloseable {
  private static final int READERS = 3;

  private final Face face;
  private final Timeline timeline;
  private final List<Question> questions;
  private final Queue<String> faults = new ConcurrentLinkedQueue<>();
  private final SortedMap<Integer, Integer> seen = new ConcurrentSkipListMap<>();
  private final Map<String, Copy> mine = new HashMap<>();
  private final ExecutorService threads = Executors.newFixedThreadPool(READERS);
  private volatile boolean isOver;

  Readers(Face face, Timeline timeline, List<Question> questions) {
    this.face = face;
    this.timeline = timeline;
    this.questions = questions;
  }

  /** Lets them ask, each in its own order. */
  void begin(SplittableRandom random) {
    for (int i = 0; i < READERS; i++) {
      SplittableRandom own = random.split();
      threads.execute(() -> read(own));
    }
  }

  /** The wrong answers so far. */
  List<String> faults() {
    return List.copyOf(faults);
  }

  /** How often each status was answered. */
  SortedMap<Integer, Integer> seen() {
    return seen;
  }

  /** What a client has of an address. */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares copies
  private record Copy(String tag, byte[] body) {}

  private void read(SplittableRandom random) {
    Map<String, Copy> copies = new HashMap<>();
    while (!isOver && faults.isEmpty()) {
      ask(questions.get(random.nextInt(questions.size())), copies, random.nextBoolean());
    }
  }

  /** Asks everything, with and without gzip, and with the versions of all earlier answers. */
  void askAll() {
    for (boolean takesGzip : List.of(true, false)) {
      questions.forEach(question -> ask(question, mine, takesGzip));
    }
  }

  private void ask(Question question, Map<String, Copy> copies, boolean takesGzip) {
    Optional<Copy> known = Optional.ofNullable(copies.get(question.path()));
    int place = timeline.place();
    Face.Answer answer;
    try {
      answer = face.ask(question.path(), known.map(Copy::tag), takesGzip);
    } catch (RuntimeException e) {
      faults.add(question.path() + ": " + e);
      return;
    }
    List<State> possible = timeline.since(place);
    seen.merge(answer.status(), 1, Integer::sum);
    // A client that has the newest version shows its own copy.
    Face.Answer shown =
        answer.status() == 304 && known.isPresent()
            ? new Face.Answer(200, answer.tag(), known.get().body)
            : answer;
    boolean isBusy = answer.status() == 503 && answer.body().length > 0;
    if (!isBusy && possible.stream().noneMatch(state -> question.isRight(shown, state))) {
      faults.add(wrong(question, answer, shown, possible));
    }
    if (answer.status() == 200) {
      answer.tag().ifPresent(tag -> copies.put(question.path(), new Copy(tag, answer.body())));
    }
  }

  private static String wrong(
      Question question, Face.Answer answer, Face.Answer shown, List<State> possible) {
    String body = new String(shown.body(), StandardCharsets.UTF_8);
    return "%s: %d with %s, possible were %s: %s"
        .formatted(
            question.path(),
            answer.status(),
            MarkedCommits.marks(shown.body()),
            possible,
            body.substring(0, Math.min(300, body.length())));
  }

  @Override
  public void close() {
    isOver = true;
    threads.close();
  }
}
