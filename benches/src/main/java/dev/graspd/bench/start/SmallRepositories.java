package dev.graspd.bench.start;

import dev.graspd.bench.process.Launcher;
import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Signature;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.nostr.UnsignedEvent;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.Store;
import dev.graspd.core.store.StoreTransaction;
import dev.graspd.server.store.StoreOpening;
import dev.graspd.server.store.embedded.EmbeddedEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * Makes the data of a server with many new and empty repositories that name this server alone: an
 * announcement, a state that names the branch of HEAD, and a row of refs. It writes below the gate,
 * so signatures are random. A directory is made once; later runs find it.
 */
record SmallRepositories(Path directory) {
  static final String DOMAIN = "grasp.example";

  private static final String VERSION = "1";
  private static final long BEGIN_SECONDS = 1_735_689_600;
  private static final int REPOSITORIES_PER_OWNER = 10;
  private static final int BATCH = 5_000;
  private static final RefName MAIN = RefName.parse("refs/heads/main").orElseThrow();

  /** Returns the data directory of a server with so many repositories. */
  Path prepared(int count) throws IOException {
    Path data = directory.resolve("repositories-" + VERSION + "-" + count);
    Path made = data.resolve("made");
    if (!Files.exists(made)) {
      Launcher.remove(data);
      Path relay = data.resolve("relay");
      Files.createDirectories(relay);
      fill(relay, count);
      // A server opens a store only beside its lock file.
      Files.writeString(relay.resolve("lock"), "graspd\n");
      Files.writeString(made, "");
    }
    return data;
  }

  private static void fill(Path relay, int count) {
    try (EventStore store = open(relay)) {
      CompletableFuture<Integer> last = CompletableFuture.completedFuture(0);
      for (int from = 0; from < count; from += BATCH) {
        int begin = from;
        int end = Math.min(count, from + BATCH);
        last.join();
        last =
            store
                .write(tx -> {
                  for (int n = begin; n < end; n++) {
                    add(tx, n);
                  }
                  return end;
                })
                .toCompletableFuture();
      }
      last.join();
    }
  }

  static Store open(Path relay) {
    return new EmbeddedEngine().open(StoreOpening.visit(relay));
  }

  private static void add(StoreTransaction tx, int n) {
    SplittableRandom random = new SplittableRandom(n);
    PublicKey owner = owner(n / REPOSITORIES_PER_OWNER);
    String identifier = "repository-" + n;
    long seconds = BEGIN_SECONDS + n;
    tx.append(
        event(
            random, new UnsignedEvent(owner, seconds, Kinds.ANNOUNCEMENT, announced(owner, n), "")),
        seconds);
    tx.append(
        event(
            random,
            new UnsignedEvent(
                owner,
                seconds,
                Kinds.REPO_STATE,
                List.of(Tag.of("d", identifier), Tag.of("HEAD", "ref: " + MAIN.text())),
                "")),
        seconds);
    tx.repositories()
        .putRefs(
            new RepoAddress(owner, new Identifier(identifier)),
            new Refs(new TreeMap<>(), Optional.of(MAIN)));
  }

  private static List<Tag> announced(PublicKey owner, int n) {
    String identifier = "repository-" + n;
    byte[] key = HexFormat.of().parseHex(owner.hex());
    return List.of(
        Tag.of("d", identifier),
        Tag.of("name", "Repository " + n),
        Tag.of(
            "clone",
            "https://%s/%s/%s.git".formatted(DOMAIN, Bech32.encode("npub", key), identifier)),
        Tag.of("relays", "wss://" + DOMAIN));
  }

  private static PublicKey owner(int number) {
    byte[] key = new byte[32];
    new SplittableRandom(~number).nextBytes(key);
    return PublicKey.parse(HexFormat.of().formatHex(key));
  }

  private static Event event(SplittableRandom random, UnsignedEvent body) {
    byte[] signature = new byte[Signature.BYTES];
    random.nextBytes(signature);
    return body.signed(body.id(), Signature.of(signature));
  }
}
