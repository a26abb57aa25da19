package dev.graspd.server.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.search.EventSearch;
import dev.graspd.core.search.SearchFilter;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.store.ModelEventStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of the files of an index (N50-7). */
class IndexRecoveryTest {
  @TempDir Path top;
  private final ModelEventStore store = new ModelEventStore();

  private Path directory() {
    return top.resolve("search");
  }

  private SearchFixture open() {
    return new SearchFixture(store, directory());
  }

  private Event note(String text) {
    return SearchFixture.append(store, EventBuilder.note(text));
  }

  private List<Path> files() {
    try (Stream<Path> files = Files.list(directory())) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void indexGoesOnWhereItEnded() {
    Event before = note("push before");
    try (SearchFixture search = open()) {
      assertThat(search.found("push")).containsExactly(before.id());
    }
    List<Path> files = files();
    Event between = note("push between");
    try (SearchFixture search = open()) {
      assertThat(search.found("push")).containsExactlyInAnyOrder(before.id(), between.id());
    }
    assertThat(files()).containsAll(files.stream().filter(file -> isSegment(file)).toList());
  }

  private static boolean isSegment(Path file) {
    return file.getFileName().toString().startsWith("_");
  }

  @Test
  void indexOfAKilledProcessIsReadAgainFromTheLog() throws IOException {
    note("push one");
    try (SearchFixture search = open()) {
      assertThat(search.found("push")).hasSize(1);
    }
    Path copy = top.resolve("copy");
    copy(directory(), copy);
    note("push two");
    try (SearchFixture search = open()) {
      assertThat(search.found("push")).hasSize(2);
    }
    try (SearchFixture search = new SearchFixture(store, copy)) {
      assertThat(search.found("push")).hasSize(2);
    }
  }

  @Test
  void missingIndexIsBuilt() throws IOException {
    IntStream.range(0, 600).forEach(i -> note("push " + i));
    try (SearchFixture search = open()) {
      assertThat(search.found("push")).hasSize(500);
    }
    for (Path file : files()) {
      Files.delete(file);
    }
    Files.delete(directory());
    try (SearchFixture search = open()) {
      assertThat(search.found("push")).hasSize(500);
    }
  }

  @Test
  void damagedFileIsNoticedAtTheStart() throws IOException {
    IntStream.range(0, 20).forEach(i -> note("push " + i));
    try (SearchFixture search = open()) {
      assertThat(search.found("push")).hasSize(20);
    }
    int damaged = 0;
    for (Path file : files()) {
      if (isSegment(file)) {
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
        damaged++;
      }
    }
    assertThat(damaged).isPositive();
    try (SearchFixture search = open()) {
      assertThat(search.found("push")).hasSize(20);
    }
  }

  @Test
  void shortAndStrangeFilesAreReplaced() throws IOException {
    note("push");
    try (SearchFixture search = open()) {
      assertThat(search.found("push")).hasSize(1);
    }
    for (Path file : files()) {
      Files.write(file, new byte[3]);
    }
    Files.createDirectories(directory().resolve("strange/below"));
    try (SearchFixture search = open()) {
      assertThat(search.found("push")).hasSize(1);
    }
  }

  @Test
  void indexOfAnotherStoreIsBuiltAgain() {
    note("push here");
    try (SearchFixture search = open()) {
      assertThat(search.found("push")).hasSize(1);
    }
    ModelEventStore other = new ModelEventStore();
    Event there = SearchFixture.append(other, EventBuilder.note("push there"));
    Event more = SearchFixture.append(other, EventBuilder.note("push and there"));

    try (SearchFixture search = new SearchFixture(other, directory())) {
      assertThat(search.found("push")).containsExactlyInAnyOrder(there.id(), more.id());
    }
  }

  @Test
  void indexThatIsAheadOfItsStoreIsBuiltAgain() {
    IntStream.range(0, 5).forEach(i -> note("push " + i));
    try (SearchFixture search = open()) {
      assertThat(search.found("push")).hasSize(5);
    }
    ModelEventStore older = new ModelEventStore();
    SearchFixture.append(older, EventBuilder.note("push 0"));

    try (SearchFixture search = new SearchFixture(older, directory())) {
      assertThat(search.found("push")).hasSize(1);
    }
  }

  @Test
  void indexThatAnotherHostUsesIsLeftAlone() {
    Event first = note("push one");
    SearchFixture one = open();
    assertThat(one.found("push")).containsExactly(first.id());
    try (SearchFixture other = open()) {
      Event second = note("push two");
      assertThat(one.found("push")).hasSize(2);
      assertThat(other.begin(Filter.builder().search("push").limit(1).build())).isEmpty();
      one.close();
      List<Path> files = files();
      Event third = note("push three");

      assertThat(other.found("push"))
          .containsExactlyInAnyOrder(first.id(), second.id(), third.id());
      assertThat(files()).containsAll(files.stream().filter(file -> isSegment(file)).toList());
    }
  }

  @Test
  void whatWasFoundIsFoundWhileFilesCannotBeWritten() throws IOException {
    Event first = note("push one");
    Filter push = Filter.builder().search("push").limit(9).build();
    try (SearchFixture search = open()) {
      assertThat(search.found("push")).containsExactly(first.id());
      Files.move(directory(), top.resolve("gone"));
      Files.writeString(directory(), "in the way");
      Event second = note("push two");
      for (int i = 0; i < 100; i++) {
        assertThat(search.ids(search.begin(push).orElseThrow())).contains(first.id());
      }
      Files.delete(directory());
      Event third = note("push three");

      assertThat(search.found("push"))
          .containsExactlyInAnyOrder(first.id(), second.id(), third.id());
    }
  }

  @Test
  void searchIsRefusedUntilTheIndexIsBuilt() {
    note("push");
    SearchHost host = new SearchHost(store, directory());

    assertThat(
            host.begin(
                List.of(SearchFilter.of(Filter.builder().search("push").limit(1).build())), 0))
        .isEqualTo(new EventSearch.Begun.Building(0));
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName().toString()));
      }
    }
  }
}
