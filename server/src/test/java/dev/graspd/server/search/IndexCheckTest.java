package dev.graspd.server.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.store.ModelEventStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the doctor says about an index. */
class IndexCheckTest {
  @TempDir Path relay;
  private final ModelEventStore store = new ModelEventStore();

  private Path index() {
    return relay.resolve("search");
  }

  private void build() {
    try (SearchFixture search = new SearchFixture(store, index())) {
      assertThat(search.found("push")).isNotEmpty();
    }
  }

  private Event append(EventBuilder builder) {
    return SearchFixture.append(store, builder);
  }

  @Test
  void missingIndexIsNoFault() {
    assertThat(IndexCheck.of(relay, store)).isEmpty();
  }

  @Test
  void indexOfTheStoreIsSound() {
    append(EventBuilder.note("push"));
    append(EventBuilder.note("push").expiringAt(2_000_000_001));
    append(EventBuilder.kind(0).content("{}"));
    append(EventBuilder.kind(7).content("+"));
    build();

    assertThat(IndexCheck.of(relay, store))
        .contains(new IndexCheck.Finding("search: 3 events in the index", Optional.empty()));
  }

  @Test
  void indexThatIsBehindIsNoFault() {
    append(EventBuilder.note("push"));
    build();
    append(EventBuilder.note("push again"));

    IndexCheck.Finding finding = IndexCheck.of(relay, store).orElseThrow();
    assertThat(finding.summary()).contains("1 changes behind");
    assertThat(finding.problem()).isEmpty();
  }

  @Test
  void otherCountIsAProblem() {
    append(EventBuilder.note("push"));
    append(EventBuilder.note("pull"));
    build();
    ModelEventStore other = new ModelEventStore();
    SearchFixture.append(other, EventBuilder.note("push"));
    SearchFixture.append(other, EventBuilder.kind(7).content("+"));

    assertThat(IndexCheck.of(relay, other).orElseThrow().problem().orElseThrow())
        .contains("has 2 events and the store has 1", "remove the directory");
  }

  @Test
  void damagedIndexIsAProblem() throws IOException {
    append(EventBuilder.note("push"));
    build();
    Files.writeString(index().resolve("segments_1"), "x");

    assertThat(IndexCheck.of(relay, store).orElseThrow().problem().orElseThrow())
        .contains("is damaged");
  }
}
