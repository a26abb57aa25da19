package dev.graspd.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.bench.load.World.Era;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventParser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CorpusTest {
  private final World world = new World();

  @Test
  void theSameEventsComeFromTheSeedAndFromTheFile(@TempDir Path directory) throws IOException {
    Corpus made = Corpus.load(directory, world, 20);
    Corpus read = Corpus.load(directory, new World(), 20);
    assertThat(read.size()).isEqualTo(20);
    for (int n = 0; n < 20; n++) {
      assertThat(read.json(n)).isEqualTo(made.json(n)).isEqualTo(world.signed(Era.LOAD, n).json());
    }
  }

  @Test
  void eventsAreDifferentAndHaveAbout700Bytes() {
    Event[] events =
        IntStream.range(0, 200).mapToObj(n -> world.unsigned(Era.HISTORY, n)).toArray(Event[]::new);
    assertThat(events).doesNotHaveDuplicates();
    assertThat(IntStream.range(0, 200).map(n -> events[n].json().length).average().orElseThrow())
        .isBetween(650.0, 750.0);
  }

  @Test
  void eventsNameTheirRepository() {
    Event event = world.signed(Era.LOAD, 7);
    String address = world.address(world.repositoryOf(Era.LOAD, 7));
    assertThat(EventParser.parseStored(event.json()).tag("a").orElseThrow().value())
        .isEqualTo(address);
  }
}
