package dev.graspd.bench.start;

import dev.graspd.bench.process.Launcher;
import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Signature;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.nostr.UnsignedEvent;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.RepositoryStore.Settled;
import dev.graspd.core.store.Store;
import dev.graspd.core.store.StoreTransaction;
import dev.graspd.server.store.StoreOpening;
import dev.graspd.server.store.embedded.EmbeddedEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/**
 * Makes the data of a server with many new and empty repositories: an announcement, and a state
 * that names the branch of HEAD, which a server serves without git data. It writes below the gate,
 * so signatures are random. A directory is made once; later runs find it.
 */
public record SmallRepositories(Path directory, Naming naming) {
  /** Which relays the announcements name. */
  public enum Naming {
    THIS_SERVER_ALONE,
    /** Each names this server and two of ten others, at addresses that are never dialled. */
    OTHERS_TOO
  }

  public static final String DOMAIN = "grasp.example";

  private static final String VERSION = "2";
  private static final long BEGIN_SECONDS = 1_735_689_600;
  private static final int REPOSITORIES_PER_OWNER = 10;
  private static final int BATCH = 5_000;
  private static final int OTHERS = 10;
  private static final int FIRST_PORT = 2_000;
  private static final RefName MAIN = RefName.parse("refs/heads/main").orElseThrow();

  /** Returns the data directory of a server with so many repositories. */
  public Path prepared(int count) throws IOException {
    Path data =
        directory.resolve(
            "%s-%s-%d"
                .formatted(
                    naming == Naming.OTHERS_TOO ? "foreign" : "repositories", VERSION, count));
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

  /**
   * Notes that all families are in line with their events, as a server does that had time to look
   * at each. A server must have begun with that: it knows the rules.
   */
  static void settle(Path data) {
    try (Store store = open(data.resolve("relay"))) {
      String rules = store.repositories().settled().orElseThrow().rules();
      Settled settled = new Settled(store.lastSeq(), rules);
      Boolean _ =
          store
              .write(tx -> {
                tx.repositories().putSettled(settled);
                return true;
              })
              .toCompletableFuture()
              .join();
    }
  }

  private void fill(Path relay, int count) {
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

  private void add(StoreTransaction tx, int n) {
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
  }

  private List<Tag> announced(PublicKey owner, int n) {
    String identifier = "repository-" + n;
    byte[] key = HexFormat.of().parseHex(owner.hex());
    return List.of(
        Tag.of("d", identifier),
        Tag.of("name", "Repository " + n),
        Tag.of(
            "clone",
            "https://%s/%s/%s.git".formatted(DOMAIN, Bech32.encode("npub", key), identifier)),
        relays(n));
  }

  private Tag relays(int n) {
    String own = "wss://" + DOMAIN;
    return switch (naming) {
      case THIS_SERVER_ALONE -> Tag.of("relays", own);
      case OTHERS_TOO -> Tag.of("relays", own, other(n), other(n + 1));
    };
  }

  private static String other(int n) {
    return "wss://127.0.0.1:" + (FIRST_PORT + n % OTHERS);
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
