package dev.graspd.bench.git.load;

import dev.graspd.core.nostr.Event;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * Pushes to one repository, one commit each, after a signed state.
 *
 * @param nextEventSeconds a later time for each event
 */
public record SignedPushes(Hosted hosted, LongSupplier nextEventSeconds) {
  /** The time of the event, and of the push itself. */
  public record Took(long eventNanos, long pushNanos) {}

  /** Pushes the next commits; returns the times of each. */
  public List<Took> push(List<CommitChain.Link> chain) throws IOException {
    List<Took> all = new ArrayList<>();
    try (Publisher publisher = new Publisher(hosted.server())) {
      for (CommitChain.Link link : chain) {
        all.add(push(link, publisher));
      }
    }
    return all;
  }

  private Took push(CommitChain.Link link, Publisher publisher) throws IOException {
    Event state =
        hosted.state(nextEventSeconds.getAsLong(), new TreeMap<>(Map.of(Source.MAIN, link.to())));
    byte[] body = link.body();
    long begin = System.nanoTime();
    publisher.publish(state);
    long published = System.nanoTime();
    try (HttpConnection connection = new HttpConnection(hosted.server())) {
      PushBody.send(connection, hosted.path(), body);
    }
    return new Took(published - begin, System.nanoTime() - published);
  }
}
