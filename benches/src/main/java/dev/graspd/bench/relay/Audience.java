package dev.graspd.bench.relay;

import dev.graspd.bench.load.Corpus;
import dev.graspd.bench.load.FrameBlock;
import dev.graspd.bench.load.World;
import dev.graspd.bench.load.World.Era;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The busiest repositories, for the live rows. */
record Audience(World world) {
  private static final int REPOSITORIES = 20;
  private static final int ID_OFFSET = "{\"id\":\"".length();

  /** Returns the filter that all events of {@link #events} match, for new events only. */
  String filter() {
    String addresses =
        IntStream.range(0, REPOSITORIES)
            .mapToObj(world::address)
            .collect(Collectors.joining("\",\"", "[\"", "\"]"));
    return "{\"#a\":" + addresses + ",\"limit\":0}";
  }

  /** Returns the EVENT frames of the first matching events of a range. */
  FrameBlock events(Corpus corpus, int from, int to, int count) {
    FrameBlock.Builder frames = new FrameBlock.Builder();
    for (int n : chosen(from, to, count)) {
      frames.add("[\"EVENT\",", corpus.json(n), "]");
    }
    return frames.build();
  }

  /** Returns the first 64 bits of the ids of the same events. */
  long[] ids(Corpus corpus, int from, int to, int count) {
    return Arrays.stream(chosen(from, to, count))
        .mapToLong(n -> idPrefix(corpus.json(n)))
        .toArray();
  }

  private static long idPrefix(byte[] json) {
    return Long.parseUnsignedLong(new String(json, ID_OFFSET, 16, StandardCharsets.US_ASCII), 16);
  }

  private int[] chosen(int from, int to, int count) {
    int[] chosen =
        IntStream.range(from, to)
            .filter(n -> world.repositoryOf(Era.LOAD, n) < REPOSITORIES)
            .limit(count)
            .toArray();
    if (chosen.length < count) {
      throw new IllegalStateException("only " + chosen.length + " events for the audience");
    }
    return chosen;
  }
}
