package dev.graspd.bench.search;

import dev.graspd.bench.load.Corpus;
import dev.graspd.bench.load.FrameBlock;
import dev.graspd.bench.load.Ingest;
import dev.graspd.bench.load.LoadClient;
import dev.graspd.bench.load.Requests;
import dev.graspd.bench.process.Hosts;
import dev.graspd.bench.process.Launcher;
import dev.graspd.bench.process.OwnServer;
import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.store.EventStore;
import dev.graspd.server.store.StoreOpening;
import dev.graspd.server.store.embedded.EmbeddedEngine;
import dev.graspd.testkit.Signer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** What the rows share: the generator, events, and servers with and without search. */
record SearchStage(
    SearchScale scale, Path directory, Hosts hosts, LoadClient client, Corpus corpus) {
  static final Ingest.Shape PIPELINED = new Ingest.Shape(8, 1_000);

  private static final int BATCH = 5_000;
  private static final int POLL_MILLIS = 20;
  private static final FrameBlock PROBE =
      FrameBlock.of(
          IntStream.range(0, Requests.IDS)
              .mapToObj(n -> "[\"REQ\",\"%d\",{\"search\":\"x\",\"limit\":1}]".formatted(n))
              .toArray(String[]::new));

  /** Starts a server on an empty store. */
  Hosts.Host fresh(boolean searches) throws IOException, InterruptedException {
    Path data = directory.resolve(searches ? "with-search" : "without-search");
    Launcher.remove(data);
    return start(data, searches);
  }

  /** Starts a server on the stored events, without an index if it must build one. */
  Hosts.Host onStored(boolean mustBuild) throws IOException, InterruptedException {
    Path data = prepared();
    if (mustBuild) {
      Launcher.remove(data.resolve("relay").resolve("search"));
    }
    return start(data, true);
  }

  /** Starts a server on the stored events that does not search. */
  Hosts.Host onStoredWithoutSearch() throws IOException, InterruptedException {
    return start(prepared(), false);
  }

  private Hosts.Host start(Path data, boolean searches) throws IOException, InterruptedException {
    return hosts.start(
        data,
        OwnServer.freePort(),
        Map.of(
            "NGIT_RELAY_ACCEPT",
            "all",
            "NGIT_SYNC_ENABLED",
            "false",
            "NGIT_MAX_EVENTS_PER_MINUTE",
            "10000000",
            "NGIT_RELAY_OWNER_NSEC",
            Bech32.encode("nsec", Signer.named("bench").secret()),
            "NGIT_SEARCH_ENABLED",
            Boolean.toString(searches),
            "NGIT_LOG_LEVEL",
            "warn"));
  }

  /** Returns after how many seconds a search was answered. */
  double secondsUntilSearched(Hosts.Host server) throws InterruptedException {
    long begin = System.nanoTime();
    while (!isSearched(server)) {
      Thread.sleep(POLL_MILLIS);
    }
    return (System.nanoTime() - begin) / 1e9;
  }

  /** Refused as long as the index is being built. */
  private boolean isSearched(Hosts.Host server) throws InterruptedException {
    try {
      Requests.Result _ = Requests.oneByOne(client, server.relay().uri(), PROBE, 1);
      return true;
    } catch (IllegalStateException e) {
      if (String.valueOf(e.getMessage()).contains("is being built")) {
        return false;
      }
      throw e;
    }
  }

  private Path prepared() throws IOException {
    Path data = directory.resolve("searched-1-" + scale.stored());
    Path made = data.resolve("made");
    if (!Files.exists(made)) {
      Launcher.remove(data);
      Path relay = Files.createDirectories(data.resolve("relay"));
      fill(relay);
      // A server opens a store only beside its lock file.
      Files.writeString(relay.resolve("lock"), "graspd\n");
      Files.writeString(made, "");
    }
    return data;
  }

  private void fill(Path relay) {
    SearchTexts texts = new SearchTexts();
    try (EventStore store = new EmbeddedEngine().open(StoreOpening.visit(relay))) {
      for (int from = 0; from < scale.stored(); from += BATCH) {
        List<Event> batch =
            IntStream.range(from, Math.min(scale.stored(), from + BATCH))
                .mapToObj(texts::event)
                .toList();
        Integer _ =
            store
                .write(tx -> {
                  batch.forEach(event -> tx.append(event, event.createdAt()));
                  return batch.size();
                })
                .toCompletableFuture()
                .join();
      }
    }
  }
}
