package dev.graspd.bench.git.load;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.Signer;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.TreeMap;

/** A repository of one commit on a server, whose announcement names another relay too. */
public final class SharedRepository {
  private final Hosted hosted;
  private final long seconds;
  private final Event announcement;

  /**
   * @param server where it is hosted
   * @param other the other relay
   * @param seconds when its announcement is signed
   */
  public SharedRepository(URI server, Signer owner, String identifier, String other, long seconds) {
    this.hosted = new Hosted(server, owner, identifier);
    this.seconds = seconds;
    this.announcement = hosted.announcement(seconds, hosted.relay(), other);
  }

  public Event announcement() {
    return announcement;
  }

  /** Announces it, signs its state and pushes its commit; then the server serves it. */
  public void push() throws IOException {
    CommitChain.Link first = CommitChain.of(1).getFirst();
    try (Publisher publisher = new Publisher(hosted.server())) {
      publisher.publish(announcement);
      publisher.publish(hosted.state(seconds, new TreeMap<>(Map.of(Source.MAIN, first.to()))));
    }
    try (HttpConnection connection = new HttpConnection(hosted.server())) {
      PushBody.send(connection, hosted.path(), first.body());
    }
  }
}
