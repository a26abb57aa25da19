package dev.graspd.testkit.store.traffic;

import dev.graspd.core.nostr.Address;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Events and filters by chance, from few authors, kinds, times and tag values, so that ties,
 * versions, deletions and overlaps are frequent.
 */
final class RandomTraffic {
  private static final List<Integer> KINDS =
      List.of(0, 1, 1, 1, 3, 7, 1621, 10_002, 30_000, 30_617, 30_617, 40_000, 65_535);
  private static final List<String> LETTERS = List.of("e", "p", "t", "T", "d", "d", "x", "tt");
  private static final List<String> VALUES =
      List.of(
          "",
          "a",
          "b",
          "ab",
          "\"q\\",
          "l\nf\u0002",
          "\u00e9\ud83d\ude00",
          "0".repeat(64),
          "f".repeat(63),
          "L".repeat(400),
          "L".repeat(401));
  private static final int TIMES = 120;

  private final RandomGenerator random;
  private final List<PublicKey> authors;
  private final List<Event> seen = new ArrayList<>();
  private int serial;

  RandomTraffic(RandomGenerator random) {
    this.random = random;
    this.authors = IntStream.range(0, 6).mapToObj(i -> Signer.numbered(i).publicKey()).toList();
  }

  <T> T oneOf(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  PublicKey author() {
    return oneOf(authors);
  }

  /** An event that no store has seen. */
  Event fresh(long nowSeconds) {
    EventBuilder builder = EventBuilder.kind(oneOf(KINDS)).at(random.nextInt(TIMES));
    serial++;
    builder.content("n" + serial);
    for (int i = random.nextInt(5); i > 0; i--) {
      tag(builder);
    }
    if (random.nextInt(12) == 0) {
      builder.expiringAt(nowSeconds + random.nextInt(200) - 20);
    }
    return remember(builder.unsignedBy(author()));
  }

  /** A list of servers that no store has seen. */
  Event list() {
    EventBuilder builder = EventBuilder.kind(Kinds.GRASP_LIST).at(random.nextInt(TIMES));
    serial++;
    return remember(
        builder
            .content("l".repeat(1 + random.nextInt(600)) + serial)
            .tag("g", oneOf(VALUES))
            .unsignedBy(author()));
  }

  private void tag(EventBuilder builder) {
    switch (random.nextInt(8)) {
      case 0 -> builder.tag(oneOf(LETTERS));
      case 1 -> builder.tag(oneOf(LETTERS), oneOf(VALUES), oneOf(VALUES));
      case 2 -> builder.tag("e", target().id().hex());
      case 3 -> builder.tag("p", author().hex());
      default -> builder.tag(oneOf(LETTERS), oneOf(VALUES));
    }
  }

  private Event remember(Event event) {
    seen.add(event);
    return event;
  }

  /** An event that was made before, whatever became of it. */
  Event target() {
    return seen.isEmpty() ? remember(EventBuilder.note("first").unsignedBy(author())) : oneOf(seen);
  }

  /** A deletion of events and addresses, mostly of its author's own, some not yet seen. */
  Event deletion(long nowSeconds) {
    EventBuilder builder = EventBuilder.kind(Kinds.DELETION).at(random.nextInt(TIMES));
    serial++;
    builder.content("d" + serial);
    Event first = random.nextInt(4) == 0 ? fresh(nowSeconds) : target();
    for (Event named : Stream.concat(Stream.of(first), targets()).toList()) {
      String address = named.address().map(Address::toString).orElse("1:nonsense");
      if (random.nextInt(3) == 0) {
        builder.tag("a", address);
      } else {
        builder.tag("e", named.id().hex());
      }
    }
    if (random.nextInt(20) == 0) {
      builder.expiringAt(nowSeconds + random.nextInt(200));
    }
    PublicKey author = random.nextInt(8) == 0 ? author() : first.author();
    return remember(builder.unsignedBy(author));
  }

  private Stream<Event> targets() {
    return IntStream.range(0, random.nextInt(3)).mapToObj(_ -> target());
  }

  Event vanish() {
    serial++;
    int upTo = random.nextInt(TIMES / 3);
    EventBuilder builder = EventBuilder.kind(Kinds.VANISH).at(upTo).content("v" + serial);
    return remember(builder.unsignedBy(author()));
  }

  Filter filter() {
    return random.nextInt(7) == 0 ? addressFilter() : anyFilter();
  }

  /** The shape that names addresses: by chance alone it would hardly come up. */
  private Filter addressFilter() {
    Filter.Builder builder = Filter.builder();
    builder.authors(some(this::author, 6));
    builder.kinds(some(() -> oneOf(List.of(0, 10_002, 30_000, 30_617, 30_617)), 4));
    builder.tag('d', some(() -> oneOf(VALUES), 6));
    times(builder);
    return builder.build();
  }

  private Filter anyFilter() {
    Filter.Builder builder = Filter.builder();
    if (random.nextInt(8) == 0) {
      builder.ids(some(() -> target().id(), 30));
    }
    if (random.nextInt(3) == 0) {
      builder.authors(some(this::author, 6));
    }
    if (random.nextInt(3) == 0) {
      builder.kinds(some(() -> random.nextInt(9) == 0 ? random.nextInt(100) : oneOf(KINDS), 20));
    }
    for (String letter : List.of("d", "e", "p", "t", "T", "x")) {
      if (random.nextInt(7) == 0) {
        builder.tag(letter.charAt(0), some(() -> tagValue(letter), 25));
      }
    }
    times(builder);
    return builder.build();
  }

  private void times(Filter.Builder builder) {
    if (random.nextInt(4) == 0) {
      builder.since(random.nextInt(TIMES));
    }
    if (random.nextInt(4) == 0) {
      builder.until(random.nextInt(TIMES));
    }
    if (random.nextInt(2) == 0) {
      builder.limit(random.nextInt(5) == 0 ? random.nextInt(200) : random.nextInt(8));
    }
  }

  private String tagValue(String letter) {
    return switch (letter) {
      case "e" -> target().id().hex();
      case "p" -> author().hex();
      default -> random.nextInt(9) == 0 ? "v" + random.nextInt(50) : oneOf(VALUES);
    };
  }

  private <T> List<T> some(Supplier<T> one, int max) {
    int count = random.nextInt(3) == 0 ? random.nextInt(max + 1) : 1 + random.nextInt(2);
    return Stream.generate(one).limit(count).toList();
  }

  List<Filter> filters() {
    int count = random.nextInt(3) == 0 ? 1 + random.nextInt(6) : 1;
    return Stream.generate(this::filter).limit(count).toList();
  }

  EventId id() {
    return target().id();
  }
}
