package dev.graspd.system.crash;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** Events for one round of a crash test: notes, new versions, deletions. The seed decides all. */
final class CrashLoad {
  private static final int AUTHORS = 4;
  private static final int ADDRESSES = 5;
  private static final long FIRST_SECOND = 1_735_689_600;

  private final RandomGenerator random;
  private final List<Signer> authors;
  private final List<List<Event>> byAuthor = new ArrayList<>();

  CrashLoad(int round, RandomGenerator random) {
    this.random = random;
    this.authors =
        IntStream.range(0, AUTHORS)
            .mapToObj(i -> Signer.named("crash round " + round + " author " + i))
            .toList();
    authors.forEach(_ -> byAuthor.add(new ArrayList<>()));
  }

  List<Signer> authors() {
    return authors;
  }

  /** Returns the filter of everything this load can leave behind. */
  String filter() {
    List<String> keys = authors.stream().map(a -> '"' + a.publicKey().hex() + '"').toList();
    return "{\"authors\":[" + String.join(",", keys) + "],\"limit\":5000}";
  }

  List<Event> events(int count) {
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int author = random.nextInt(AUTHORS);
      Event event = next(author, i).signedBy(authors.get(author));
      byAuthor.get(author).add(event);
      events.add(event);
    }
    return events;
  }

  private EventBuilder next(int author, int number) {
    long second = FIRST_SECOND + random.nextInt(1000);
    String content = "event " + number + " " + "x".repeat(random.nextInt(600));
    int dice = random.nextInt(100);
    if (dice < 60) {
      return EventBuilder.note(content).at(second).tag("t", "tag " + number % 7);
    }
    if (dice < 70) {
      return EventBuilder.kind(10_000 + random.nextInt(2)).at(second).content(content);
    }
    String d = "d" + random.nextInt(ADDRESSES);
    if (dice < 85) {
      return EventBuilder.kind(30_000).at(second).tag("d", d).content(content);
    }
    List<Event> own = byAuthor.get(author);
    if (dice < 88 || own.isEmpty()) {
      String address = "30000:" + authors.get(author).publicKey().hex() + ":" + d;
      return EventBuilder.kind(5).at(second).tag("a", address);
    }
    Event[] targets = {own.get(random.nextInt(own.size())), own.get(random.nextInt(own.size()))};
    return EventBuilder.deletionOf(targets).at(second).content(content);
  }
}
