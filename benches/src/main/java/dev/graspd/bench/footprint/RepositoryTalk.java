package dev.graspd.bench.footprint;

import dev.graspd.bench.load.FrameBlock;
import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Issues of one repository without end, about 700 bytes each; number {@code n} is always the same.
 */
final class RepositoryTalk {
  private static final long SEED = 0x67726173_70640007L;
  private static final long BEGIN_SECONDS = 1_767_225_600;
  private static final int AUTHORS = 100;
  private static final int WORDS = 26;

  private final List<Signer> authors =
      IntStream.range(0, AUTHORS).mapToObj(Signer::numbered).toList();
  private final String address;
  private int next;

  RepositoryTalk(String address) {
    this.address = address;
  }

  /** Returns the EVENT messages of the next so many. */
  FrameBlock next(int count) {
    FrameBlock.Builder frames = new FrameBlock.Builder();
    IntStream.range(next, next + count)
        .mapToObj(this::issue)
        .forEach(event -> frames.add("[\"EVENT\",", event.json(), "]"));
    next += count;
    return frames.build();
  }

  private Event issue(int n) {
    SplittableRandom random = new SplittableRandom(SEED + n * 0x9E3779B97F4A7C15L);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < WORDS; i++) {
      text.append(Long.toString(random.nextLong() >>> 24, Character.MAX_RADIX)).append(' ');
    }
    return EventBuilder.kind(1621)
        .at(BEGIN_SECONDS + n)
        .tag("a", address)
        .tag("subject", "number " + n)
        .content(text.toString())
        .signedBy(authors.get(random.nextInt(AUTHORS)));
  }
}
