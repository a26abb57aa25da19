package dev.graspd.bench.move;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.graspd.bench.git.load.CommitChain;
import dev.graspd.bench.git.load.Hosted;
import dev.graspd.bench.git.load.PlainGit;
import dev.graspd.bench.git.load.Source;
import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.Txn;

/**
 * Data directories as ngit-grasp 3 leaves them: every repository with one commit of its own family,
 * and issues about all of them.
 */
final class OldServerFiles {
  static final String DOMAIN = "git.example.org";

  private static final long BEGIN_SECONDS = 1_767_225_600;
  private static final long MAP_BYTES = 4L << 30;
  private static final int OWNERS = 500;
  private static final int AT_ONCE = 1_000;
  private static final int TEXT_WORDS = 60;

  private final Path directory;
  private final List<Signer> owners =
      IntStream.range(0, OWNERS).mapToObj(Signer::numbered).toList();
  private final List<Hosted> repositories = new ArrayList<>();
  private int lost;
  private int issues;

  private OldServerFiles(Path directory) {
    this.directory = directory;
  }

  /** Makes the files; a run after another one makes the same. */
  static OldServerFiles make(Path directory, int repositories, int events)
      throws IOException, InterruptedException {
    OldServerFiles files = new OldServerFiles(directory);
    Files.createDirectories(files.relay());
    files.makeRepositories(repositories);
    files.addIssues(events - 2 * repositories);
    return files;
  }

  Path directory() {
    return directory;
  }

  private Path relay() {
    return directory.resolve("relay");
  }

  private Path git() {
    return directory.resolve("git");
  }

  private void makeRepositories(int count) throws IOException, InterruptedException {
    CommitChain.Link commit = commit();
    Path made = Files.createDirectories(directory.resolve("made"));
    Path pack = Files.write(made.resolve("one.pack"), commit.pack());
    String _ = PlainGit.run(made, "index-pack", pack.getFileName().toString());
    write(git().resolve(".grasp/storage-version"), "1\n");
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Hosted one = hosted(i, "repository-" + i);
      repositories.add(one);
      events.addAll(events(one, i, commit.to()));
      Path packs = Files.createDirectories(family(one).resolve("objects/pack"));
      for (String suffix : List.of("pack", "idx")) {
        Path file = pack.resolveSibling("one." + suffix);
        Files.copy(file, packs.resolve("pack-one." + suffix));
      }
      makeView(one, commit.to());
    }
    store(events);
  }

  private static CommitChain.Link commit() {
    return CommitChain.of(1).getFirst();
  }

  private Hosted hosted(int number, String name) {
    return new Hosted(URI.create("ws://" + DOMAIN + "/"), owners.get(number % OWNERS), name);
  }

  private static List<Event> events(Hosted one, int number, String tip) {
    TreeMap<String, String> refs = new TreeMap<>();
    refs.put(Source.MAIN, tip);
    return List.of(
        one.announcement(BEGIN_SECONDS + number), one.state(BEGIN_SECONDS + number, refs));
  }

  /** Adds repositories whose objects the old server has lost. */
  void addLost(int count) throws IOException {
    String tip = commit().to();
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Hosted one = hosted(lost, "lost-" + lost);
      events.addAll(events(one, lost, tip));
      makeView(one, tip);
      lost++;
    }
    store(events);
  }

  private Path family(Hosted one) {
    return git().resolve(".grasp/families/sha1").resolve(one.identifier() + ".git");
  }

  /** The owner's repository has the refs; the family has the objects. */
  private void makeView(Hosted one, String tip) throws IOException {
    String name = one.identifier() + ".git";
    Path family = family(one);
    Path view = git().resolve(Bech32.npub(one.owner().publicKey())).resolve(name);
    write(view.resolve("HEAD"), "ref: " + Source.MAIN + "\n");
    write(view.resolve("packed-refs"), tip + " " + Source.MAIN + "\n");
    write(view.resolve("objects/info/alternates"), family.resolve("objects") + "\n");
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  /** People go on talking. */
  void addIssues(int count) throws IOException {
    for (int left = count; left > 0; left -= AT_ONCE) {
      store(Stream.generate(this::issue).limit(Math.min(left, AT_ONCE)).toList());
    }
  }

  private Event issue() {
    int n = issues++;
    return EventBuilder.kind(1621)
        .at(BEGIN_SECONDS + n)
        .tag("a", repositories.get(n % repositories.size()).address())
        .tag("subject", "issue " + n)
        .content("it fails here ".repeat(TEXT_WORDS / 3))
        .signedBy(owners.get(n % OWNERS));
  }

  private void store(List<Event> events) throws IOException {
    try (Env<ByteBuffer> env =
        Env.create()
            .setMapSize(MAP_BYTES)
            .setMaxDbs(0)
            .open(relay().toFile(), EnvFlags.MDB_NOSYNC)) {
      Dbi<ByteBuffer> unnamed = env.openDbi((byte[]) null, DbiFlags.MDB_CREATE);
      try (Txn<ByteBuffer> txn = env.txnWrite()) {
        for (Event event : events) {
          if (!unnamed.put(txn, direct(event.id().bytes()), direct(NostrLmdbRecord.of(event)))) {
            throw new IOException("an event is there twice");
          }
        }
        txn.commit();
      }
      env.sync(true);
    }
    Files.write(relay().resolve("made"), "by a bench\n".getBytes(US_ASCII));
  }

  private static ByteBuffer direct(byte[] bytes) {
    return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
  }
}
