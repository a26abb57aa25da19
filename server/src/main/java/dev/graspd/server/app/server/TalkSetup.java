package dev.graspd.server.app.server;

import dev.graspd.core.search.EventSearch;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.Store;
import dev.graspd.core.talk.member.Members;
import dev.graspd.server.base.Signal;
import dev.graspd.server.base.WorkClock;
import dev.graspd.server.base.WorkerThread;
import dev.graspd.server.catalogue.Catalogue;
import dev.graspd.server.site.find.serve.ServiceSearch;
import dev.graspd.server.site.person.serve.PersonSite;
import dev.graspd.server.site.talk.serve.DefaultBranch;
import dev.graspd.server.talk.NameBook;
import dev.graspd.server.talk.PersonEvents;
import dev.graspd.server.talk.TalkIndex;
import java.time.InstantSource;
import java.util.Deque;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The lists of threads and people for pages and programs, kept up with the log. */
record TalkSetup(TalkIndex index, NameBook names, PersonSite people) {
  private static final Logger LOG = LoggerFactory.getLogger(TalkSetup.class);

  /**
   * Begins to follow the log.
   *
   * @param catalogue the hosted repositories
   * @param listBytes heap for lists of threads
   */
  static TalkSetup start(
      Store store,
      HostingSetup hosting,
      Catalogue catalogue,
      InstantSource clock,
      long listBytes,
      Deque<Runnable> closers) {
    TalkIndex index =
        new TalkIndex(
            store,
            repository ->
                Members.of(repository, hosting.host().status().family(repository.identifier())),
            new DefaultBranch(
                hosting.host().repositories(), hosting.objects(), WorkClock.ofProcess()),
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
    return new TalkSetup(index, names, people(store, hosting, catalogue, names, clock));
  }

  /** Returns the search of visitors and programs, in the index that clients ask too. */
  ServiceSearch search(
      Optional<EventSearch> index, EventStore store, HostingSetup hosting, InstantSource clock) {
    return new ServiceSearch(
        index,
        store::served,
        names,
        repository -> hosting.host().repositories().find(repository).isPresent(),
        people::hasPage,
        () -> clock.instant().getEpochSecond());
  }

  private static PersonSite people(
      Store store, HostingSetup hosting, Catalogue catalogue, NameBook names, InstantSource clock) {
    return new PersonSite(
        new PersonSite.Parts(
            catalogue,
            new PersonEvents(store, store.repositories(), () -> clock.instant().getEpochSecond()),
            names,
            repository -> hosting.host().repositories().find(repository).isPresent(),
            (identifier, key) -> hosting.host().status().family(identifier).ownersFor(key)));
  }
}
