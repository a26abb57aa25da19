package dev.graspd.server.app.server;

import dev.graspd.core.store.EventStore;
import dev.graspd.core.talk.member.Members;
import dev.graspd.server.base.Signal;
import dev.graspd.server.base.WorkerThread;
import dev.graspd.server.talk.NameBook;
import dev.graspd.server.talk.TalkIndex;
import java.time.InstantSource;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What pages and programs learn about threads and people, kept up with the log. */
record TalkSetup(TalkIndex index, NameBook names) {
  private static final Logger LOG = LoggerFactory.getLogger(TalkSetup.class);

  /**
   * Begins to follow the log.
   *
   * @param listBytes heap for lists of threads
   */
  static TalkSetup start(
      EventStore store,
      HostingSetup hosting,
      InstantSource clock,
      long listBytes,
      Deque<Runnable> closers) {
    TalkIndex index =
        new TalkIndex(
            store,
            repository ->
                Members.of(repository, hosting.host().status().family(repository.identifier())),
            () -> clock.instant().getEpochSecond(),
            listBytes);
    NameBook names = new NameBook(store, NameBook.BYTES_MAX);
    Signal commits = new Signal();
    WorkerThread following =
        WorkerThread.repeating(
            "talk",
            LOG,
            () -> {
              commits.await();
              index.keepUp();
              names.keepUp();
            });
    store.onCommit(commits::give);
    closers.push(following::close);
    following.start();
    return new TalkSetup(index, names);
  }
}
