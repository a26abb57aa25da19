package dev.graspd.bench.web;

import dev.graspd.bench.process.Launcher;
import dev.graspd.bench.start.SmallRepositories;
import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.EventStore;
import dev.graspd.server.store.StoreOpening;
import dev.graspd.server.store.embedded.EmbeddedEngine;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes the data of a server with one repository of many issues, each with two comments, a reaction
 * and every other one with a status. A directory is made once; later runs find it.
 */
record ManyThreads(Path directory) {
  private static final String VERSION = "1";
  private static final int BATCH = 1_000;
  private static final int AUTHORS = 50;
  private static final long BEGIN_SECONDS = 1_740_000_000;
  private static final long STEP_SECONDS = 100;
  private static final long NEWER_SECONDS = 10_000_000;

  /** A server's data, and the repository in it. */
  record Made(Path data, RepoAddress repository) {
    String path() {
      return "/" + Bech32.npub(repository.owner()) + "/" + repository.identifier().text();
    }

    /** Returns a new issue, the newest of all. */
    Event issue(int number) {
      return EventBuilder.kind(Kinds.ISSUE)
          .at(BEGIN_SECONDS + NEWER_SECONDS)
          .tag("a", repository.toString())
          .tag("subject", "another issue " + number)
          .content("text")
          .signedBy(Signer.numbered(number));
    }
  }

  Made prepared(int roots) throws IOException {
    Path own = Files.createDirectories(directory.resolve("threads-" + VERSION + "-" + roots));
    Path data = new SmallRepositories(own, SmallRepositories.Naming.THIS_SERVER_ALONE).prepared(1);
    Path made = data.resolve("threads");
    try (EventStore store = new EmbeddedEngine().open(StoreOpening.visit(data.resolve("relay")))) {
      RepoAddress repository = repository(store);
      if (!Files.exists(made)) {
        fill(store, repository, roots);
        Files.writeString(made, "");
      }
      return new Made(data, repository);
    } catch (RuntimeException e) {
      Launcher.remove(own);
      throw e;
    }
  }

  private static RepoAddress repository(EventStore store) {
    Filter announcements = Filter.builder().kinds(List.of(Kinds.ANNOUNCEMENT)).build();
    Event announcement =
        store.query(List.of(announcements), 0).next(BATCH, 1 << 20).events().stream()
            .findFirst()
            .flatMap(found -> store.served(found.id()))
            .orElseThrow();
    return new RepoAddress(
        announcement.author(), Identifier.ofRepositoryEvent(announcement).orElseThrow());
  }

  private static void fill(EventStore store, RepoAddress repository, int roots) {
    for (int from = 0; from < roots; from += BATCH) {
      List<Event> events = new ArrayList<>();
      for (int n = from; n < Math.min(roots, from + BATCH); n++) {
        addThread(events, repository, n);
      }
      Integer _ =
          store
              .write(tx -> {
                events.forEach(event -> tx.append(event, event.createdAt()));
                return events.size();
              })
              .toCompletableFuture()
              .join();
    }
  }

  private static void addThread(List<Event> events, RepoAddress repository, int n) {
    long at = BEGIN_SECONDS + n * STEP_SECONDS;
    Event root =
        EventBuilder.kind(Kinds.ISSUE)
            .at(at)
            .tag("a", repository.toString())
            .tag("subject", "issue number " + n)
            .tag("t", n % 3 == 0 ? "bug" : "idea")
            .content("What happens here is number " + n)
            .unsignedBy(author(n));
    events.add(root);
    String id = root.id().hex();
    Event comment =
        EventBuilder.kind(Kinds.COMMENT)
            .at(at + 1)
            .tag("E", id)
            .tag("e", id)
            .content("It does.")
            .unsignedBy(author(n + 1));
    events.add(comment);
    events.add(
        EventBuilder.kind(Kinds.COMMENT)
            .at(at + 2)
            .tag("E", id)
            .tag("e", comment.id().hex())
            .content("It does not.")
            .unsignedBy(author(n + 2)));
    events.add(
        EventBuilder.kind(Kinds.REACTION)
            .at(at + 3)
            .tag("e", id)
            .content("+")
            .unsignedBy(author(n + 3)));
    if (n % 2 == 0) {
      events.add(
          EventBuilder.kind(Kinds.STATUS_CLOSED)
              .at(at + 4)
              .tag("e", id, "", "root")
              .unsignedBy(repository.owner()));
    }
  }

  private static PublicKey author(int n) {
    return PublicKey.ofWords(n % AUTHORS, 2, 3, 5);
  }
}
