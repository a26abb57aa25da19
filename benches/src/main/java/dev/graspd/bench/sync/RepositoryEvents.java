package dev.graspd.bench.sync;

import dev.graspd.bench.load.FrameBlock;
import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Signed issues and comments of one repository, the same in every run; about 700 bytes each. */
final class RepositoryEvents {
  static final Signer OWNER = Signer.named("bench sync");
  static final String IDENTIFIER = "bench-sync";
  static final String ADDRESS = "30617:" + OWNER.publicKey().hex() + ":" + IDENTIFIER;

  private static final long SEED = 0x67726173_70640004L;
  private static final long BEGIN_SECONDS = 1_767_225_600;
  private static final int STEP_SECONDS = 60;
  private static final int COMMENTS_PER_ISSUE = 9;
  private static final int AUTHORS = 100;
  private static final int ISSUE_WORDS = 26;
  private static final int COMMENT_WORDS = 10;

  private final List<Event> events;

  private RepositoryEvents(List<Event> events) {
    this.events = events;
  }

  static RepositoryEvents of(int count) {
    List<Signer> authors = IntStream.range(0, AUTHORS).mapToObj(Signer::numbered).toList();
    int threads = threads(count);
    List<Event> events =
        IntStream.range(0, threads)
            .parallel()
            .mapToObj(thread -> thread(thread, authors))
            .flatMap(Stream::sequential)
            .limit(count)
            .toList();
    return new RepositoryEvents(events);
  }

  private static int threads(int count) {
    return (count + COMMENTS_PER_ISSUE) / (COMMENTS_PER_ISSUE + 1);
  }

  private static Stream<Event> thread(int thread, List<Signer> authors) {
    SplittableRandom random = new SplittableRandom(SEED + thread * 0x9E3779B97F4A7C15L);
    long seconds = BEGIN_SECONDS + (long) thread * (COMMENTS_PER_ISSUE + 1) * STEP_SECONDS;
    List<Event> events = new ArrayList<>();
    Event issue =
        EventBuilder.kind(1621)
            .at(seconds)
            .tag("a", ADDRESS)
            .tag("p", OWNER.publicKey().hex())
            .tag("subject", "number " + thread)
            .content(text(random, ISSUE_WORDS))
            .signedBy(authors.get(random.nextInt(AUTHORS)));
    events.add(issue);
    for (int i = 1; i <= COMMENTS_PER_ISSUE; i++) {
      events.add(
          EventBuilder.kind(1111)
              .at(seconds + (long) i * STEP_SECONDS)
              .tag("a", ADDRESS)
              .tag("E", issue.id().hex())
              .tag("e", issue.id().hex())
              .content(text(random, COMMENT_WORDS))
              .signedBy(authors.get(random.nextInt(AUTHORS))));
    }
    return events.stream();
  }

  /** Random words, which do not compress. */
  private static String text(SplittableRandom random, int words) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < words; i++) {
      text.append(Long.toString(random.nextLong() >>> 24, Character.MAX_RADIX)).append(' ');
    }
    return text.toString();
  }

  int size() {
    return events.size();
  }

  /** Returns the number of issues. */
  int roots() {
    return threads(events.size());
  }

  List<Event> all() {
    return events;
  }

  /** Returns the EVENT messages of all, after that of another. */
  FrameBlock framesAfter(Event first) {
    return frames(Stream.concat(Stream.of(first), events.stream()));
  }

  /** Returns the EVENT messages of a range. */
  FrameBlock frames(int from, int to) {
    return frames(events.subList(from, to).stream());
  }

  private static FrameBlock frames(Stream<Event> events) {
    FrameBlock.Builder frames = new FrameBlock.Builder();
    events.forEach(event -> frames.add("[\"EVENT\",", event.json(), "]"));
    return frames.build();
  }
}
