package dev.graspd.server.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.TestKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FilterIndexTest {
  private static final List<PublicKey> AUTHORS =
      List.of(
          TestKeys.ALICE.publicKey(),
          TestKeys.BOB.publicKey(),
          TestKeys.CAROL.publicKey(),
          TestKeys.MALLORY.publicKey());

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void findsExactlyWhatAScanOfAllFiltersFinds(long seed) {
    RandomGenerator random = new SplittableRandom(seed);
    List<Event> events = IntStream.range(0, 200).mapToObj(_ -> randomEvent(random)).toList();
    FilterIndex<Integer> index = new FilterIndex<>();
    SortedMap<Integer, List<Filter>> naive = new TreeMap<>();
    SortedMap<Integer, FilterIndex.Handle<Integer>> handles = new TreeMap<>();

    for (int step = 0; step < 2000; step++) {
      if (random.nextInt(3) == 0 && !naive.isEmpty()) {
        int gone = new ArrayList<>(naive.keySet()).get(random.nextInt(naive.size()));
        naive.remove(gone);
        index.remove(handles.remove(gone));
      } else {
        List<Filter> filters =
            IntStream.rangeClosed(0, random.nextInt(3))
                .mapToObj(_ -> randomFilter(random, events))
                .toList();
        naive.put(step, filters);
        handles.put(step, index.add(filters, step));
      }
      Event event = events.get(random.nextInt(events.size()));
      assertThat(found(index, event)).isEqualTo(scanned(naive, event));
    }
  }

  @Test
  void nothingIsLeftWhenAllFiltersAreTakenOut() {
    RandomGenerator random = new SplittableRandom(7);
    List<Event> events = List.of(randomEvent(random));
    FilterIndex<Integer> index = new FilterIndex<>();
    List<FilterIndex.Handle<Integer>> handles =
        IntStream.range(0, 500)
            .mapToObj(i -> index.add(List.of(randomFilter(random, events)), i))
            .toList();

    handles.forEach(index::remove);
    handles.forEach(index::remove);

    assertThat(index.keyCount()).isZero();
  }

  @Test
  void aSubscriberIsFoundOnceThoughSeveralFiltersAndValuesMatch() {
    Event event = EventBuilder.note("").tag("p", "a").tag("p", "b").unsignedBy(TestKeys.ALICE);
    FilterIndex<String> index = new FilterIndex<>();
    index.add(
        List.of(
            Filter.builder().tag('p', List.of("a", "b")).build(),
            Filter.builder().kinds(List.of(1)).build(),
            Filter.ALL),
        "me");
    List<String> found = new ArrayList<>();

    index.match(event, found::add);

    assertThat(found).containsExactly("me");
  }

  @Test
  void valuesWithEqualHashesStayQuick() {
    FilterIndex<String> index = new FilterIndex<>();
    List<String> colliding =
        IntStream.range(0, 1 << 14)
            .mapToObj(bits ->
                IntStream.range(0, 14)
                    .mapToObj(bit -> (bits >> bit & 1) == 0 ? "Aa" : "BB")
                    .reduce("", String::concat))
            .toList();

    index.add(List.of(Filter.builder().tag('t', colliding).build()), "hostile");

    // With a scan per insertion this would be 10^8 string comparisons, and hang the build.
    assertThat(index.keyCount()).isEqualTo(colliding.size());
  }

  private static List<Integer> found(FilterIndex<Integer> index, Event event) {
    List<Integer> found = new ArrayList<>();
    index.match(event, found::add);
    found.sort(null);
    return found;
  }

  private static List<Integer> scanned(SortedMap<Integer, List<Filter>> naive, Event event) {
    return naive.entrySet().stream()
        .filter(entry -> entry.getValue().stream().anyMatch(filter -> filter.matches(event)))
        .map(Map.Entry::getKey)
        .toList();
  }

  private static Event randomEvent(RandomGenerator random) {
    EventBuilder builder = EventBuilder.kind(random.nextInt(4)).at(random.nextInt(20));
    for (int i = random.nextInt(4); i > 0; i--) {
      builder.tag(randomLetter(random), "v" + random.nextInt(4));
    }
    return builder.content("" + random.nextInt()).unsignedBy(AUTHORS.get(random.nextInt(4)));
  }

  private static Filter randomFilter(RandomGenerator random, List<Event> events) {
    Filter.Builder filter = Filter.builder();
    if (random.nextInt(6) == 0) {
      filter.ids(pick(random, events.stream().map(Event::id).toList()));
    }
    if (random.nextInt(3) == 0) {
      filter.authors(pick(random, AUTHORS));
    }
    if (random.nextInt(2) == 0) {
      filter.kinds(pick(random, List.of(0, 1, 2, 3)));
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      filter.tag(randomLetter(random).charAt(0), pick(random, List.of("v0", "v1", "v2", "v3")));
    }
    if (random.nextInt(5) == 0) {
      filter.since(random.nextInt(20));
    }
    if (random.nextInt(5) == 0) {
      filter.until(random.nextInt(20));
    }
    return filter.build();
  }

  private static String randomLetter(RandomGenerator random) {
    return List.of("e", "p", "P").get(random.nextInt(3));
  }

  private static <T> List<T> pick(RandomGenerator random, List<T> from) {
    return IntStream.range(0, random.nextInt(4))
        .mapToObj(_ -> from.get(random.nextInt(from.size())))
        .toList();
  }
}
