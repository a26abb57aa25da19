package dev.graspd.bench.relay;

import dev.graspd.bench.load.Corpus;
import dev.graspd.bench.load.FrameBlock;
import dev.graspd.bench.load.Ingest;
import dev.graspd.bench.load.LoadClient;
import dev.graspd.bench.load.World;
import dev.graspd.bench.process.ProcessCost;
import dev.graspd.bench.process.Relay;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The shared parts of the rows: the world, the generator, the floor server, and the relay under
 * load with the events that it has not seen yet.
 */
final class Stage {
  /** Eight publishers, each with enough open events for a group commit. */
  static final Ingest.Shape PIPELINED = new Ingest.Shape(8, 1_000);

  /** Starts the relay at first use. */
  interface RelaySource {
    Relay get() throws IOException, InterruptedException;
  }

  private final Scale scale;
  private final World world;
  private final Corpus corpus;
  private final LoadClient client;
  private final URI floor;
  private final RelaySource source;
  private @Nullable Relay relay;
  private int used;

  Stage(Scale scale, World world, Corpus corpus, LoadClient client, URI floor, RelaySource source) {
    this.scale = scale;
    this.world = world;
    this.corpus = corpus;
    this.client = client;
    this.floor = floor;
    this.source = source;
  }

  Scale scale() {
    return scale;
  }

  World world() {
    return world;
  }

  Corpus corpus() {
    return corpus;
  }

  LoadClient client() {
    return client;
  }

  URI floor() {
    return floor;
  }

  /** Returns the relay, with some events in it and its code warm. */
  Relay relay() throws IOException, InterruptedException {
    if (relay == null) {
      relay = source.get();
      int first = take(scale.warmUp());
      publishNew(relay.uri(), corpus.frames(first, first + scale.warmUp()));
    }
    return relay;
  }

  /** Returns the number of the first of so many events that the relay has not seen. */
  int take(int count) {
    int first = used;
    used += count;
    if (used > corpus.size()) {
      throw new IllegalStateException("the corpus has only " + corpus.size() + " events");
    }
    return first;
  }

  /** Publishes events that must all be new and accepted. */
  Ingest.Result publishNew(URI target, FrameBlock frames) throws InterruptedException {
    Ingest.Result result = Ingest.run(client, target, frames, PIPELINED);
    if (result.accepted() != frames.size()) {
      throw new IllegalStateException(
          result.duplicates() > 0
              ? "the relay knows these events already: start it on an empty store"
              : "the relay refuses events: " + result.firstRefusal());
    }
    return result;
  }

  /** Returns the cost of the relay's process so far, if it is ours. */
  Optional<ProcessCost> cost() throws IOException, InterruptedException {
    return relay().cost();
  }

  Optional<ProcessCost> costSince(Optional<ProcessCost> before)
      throws IOException, InterruptedException {
    Optional<ProcessCost> now = cost();
    return before.flatMap(earlier -> now.map(later -> later.since(earlier)));
  }
}
