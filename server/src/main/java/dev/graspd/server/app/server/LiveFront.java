package dev.graspd.server.app.server;

import dev.graspd.server.charge.Budgets;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.site.serve.FileStreams;
import dev.graspd.server.web.Front;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The front for visitors and programs over HTTP: built at the start, and again as a whole when
 * settings about it have changed. A request that is under way keeps what it began with.
 * Thread-safe.
 */
final class LiveFront implements Supplier<Front> {
  private final PagesSetup.Parts parts;
  private final Optional<FileStreams> files;
  private volatile Front now;

  private LiveFront(PagesSetup.Parts parts, Optional<FileStreams> files) {
    this.parts = parts;
    this.files = files;
    this.now = made(parts);
  }

  static LiveFront build(PagesSetup.Parts parts, Budgets budgets, Deque<Runnable> closers) {
    Optional<FileStreams> files =
        parts
            .hosting()
            .map(hosting ->
                SiteSetup.files(parts.config(), hosting, budgets, parts.metrics(), closers));
    return new LiveFront(parts, files);
  }

  @Override
  public Front get() {
    return now;
  }

  /** Shows what these settings say from now on. */
  void show(Config config) {
    now = made(parts.with(config));
  }

  private Front made(PagesSetup.Parts of) {
    PagesSetup.Built pages = PagesSetup.build(of);
    return new Front(
        pages.pages(),
        SiteSetup.build(
            new SiteSetup.Parts(
                of.config(),
                of.key().publicKey(),
                of.bound(),
                of.store(),
                of.hosting(),
                of.catalogue(),
                of.talk(),
                of.search(),
                of.sync(),
                of.diary(),
                pages,
                files)),
        of.config().pageWork());
  }
}
