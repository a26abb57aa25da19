package dev.graspd.bench.git.load;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Clients that measure their waits during a long operation of others. */
public final class Probers {
  private static final long REFS_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long EVENT_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private Probers() {}

  /** A request for the refs and a check of the answer. */
  public interface Listing {
    void once(HttpConnection connection) throws IOException;
  }

  /** Lists the refs of a repository. */
  public static Prober listing(Listing listing, Served served) {
    return new Prober(
        () -> {
          HttpConnection connection = served.connect();
          return new Prober.Client() {
            @Override
            public void ask() throws IOException {
              listing.once(connection);
            }

            @Override
            public void close() throws IOException {
              connection.close();
            }
          };
        },
        REFS_EVERY_NANOS);
  }

  /**
   * Opens issues of a repository: each is on disk before its OK.
   *
   * @param nextEventSeconds a later time for each event
   */
  public static Prober publishing(Hosted hosted, LongSupplier nextEventSeconds) {
    Signer author = Signer.named("somebody who opens issues");
    return new Prober(() -> new Author(hosted, nextEventSeconds, author), EVENT_EVERY_NANOS);
  }

  private static final class Author implements Prober.Client {
    private final Hosted hosted;
    private final LongSupplier nextEventSeconds;
    private final Signer signer;
    private final Publisher publisher;
    private Event next;

    Author(Hosted hosted, LongSupplier nextEventSeconds, Signer signer) {
      this.hosted = hosted;
      this.nextEventSeconds = nextEventSeconds;
      this.signer = signer;
      this.publisher = new Publisher(hosted.server());
      this.next = issue();
    }

    /** Signs, outside of the measured time. */
    @Override
    public void prepare() {
      next = issue();
    }

    private Event issue() {
      return EventBuilder.kind(1621)
          .at(nextEventSeconds.getAsLong())
          .tag("a", hosted.address())
          .tag("subject", "it is slow")
          .content("while others have much work for the server")
          .signedBy(signer);
    }

    @Override
    public void ask() {
      publisher.publish(next);
    }

    @Override
    public void close() {
      publisher.close();
    }
  }
}
