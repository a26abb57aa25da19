package dev.graspd.bench.git;

import dev.graspd.bench.git.load.Hosted;
import dev.graspd.bench.git.load.HttpConnection;
import dev.graspd.bench.git.load.Prober;
import dev.graspd.bench.git.load.Publisher;
import dev.graspd.bench.git.load.Served;
import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Clients that measure their waits during a long operation of others. */
final class Probers {
  private static final long REFS_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long EVENT_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private Probers() {}

  /** Lists the refs of a repository. */
  static Prober listing(Operation listing, Served served) {
    return new Prober(
        () -> {
          HttpConnection connection = served.connect();
          return new Prober.Client() {
            @Override
            public void ask() throws IOException {
              listing.once(connection, served);
            }

            @Override
            public void close() throws IOException {
              connection.close();
            }
          };
        },
        REFS_EVERY_NANOS);
  }

  /** Opens issues of a repository: each is on disk before its OK. */
  static Prober publishing(GitStage stage, Hosted hosted) {
    Signer author = Signer.named("somebody who opens issues");
    return new Prober(() -> new Author(stage, hosted, author), EVENT_EVERY_NANOS);
  }

  private static final class Author implements Prober.Client {
    private final GitStage stage;
    private final Hosted hosted;
    private final Signer signer;
    private final Publisher publisher;
    private Event next;

    Author(GitStage stage, Hosted hosted, Signer signer) {
      this.stage = stage;
      this.hosted = hosted;
      this.signer = signer;
      this.publisher = stage.publisher();
      this.next = issue();
    }

    /** Signs, outside of the measured time. */
    @Override
    public void prepare() {
      next = issue();
    }

    private Event issue() {
      return EventBuilder.kind(1621)
          .at(stage.nextEventSeconds())
          .tag("a", hosted.address())
          .tag("subject", "it is slow")
          .content("while everybody clones")
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
