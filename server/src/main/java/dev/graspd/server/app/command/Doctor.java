package dev.graspd.server.app.command;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.repo.RefChange;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Submission;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.Placeholder;
import dev.graspd.core.store.Store;
import dev.graspd.core.store.ended.EndedRepository;
import dev.graspd.core.store.format.FoundFormat;
import dev.graspd.server.app.desk.JsonText;
import dev.graspd.server.app.server.RememberedIdentity;
import dev.graspd.server.app.server.StoreSetup;
import dev.graspd.server.backup.StillPicture;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.git.JgitSetup;
import dev.graspd.server.git.depot.DirectoryDepot;
import dev.graspd.server.git.depot.NamedPacks;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.server.git.objects.ObjectStores;
import dev.graspd.server.git.objects.Quarantine;
import dev.graspd.server.git.serve.GitCheck;
import dev.graspd.server.git.serve.GitCheck.UnnamedFiles;
import dev.graspd.server.hosting.HostingCheck;
import dev.graspd.server.ops.DirectoryInUse;
import dev.graspd.server.ops.Escape;
import dev.graspd.server.ops.FileTrouble;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.config.Backend;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.ops.data.DataDirectories;
import dev.graspd.server.ops.data.ServerKey;
import dev.graspd.server.ops.data.ServerKeys;
import dev.graspd.server.search.IndexCheck;
import dev.graspd.server.store.StoreEngine;
import dev.graspd.server.store.StoreOpenException;
import dev.graspd.server.store.StoreOpening;
import dev.graspd.server.store.StoreReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * The command that checks whether all data is consistent: the store itself, git's files with the
 * store, refs with signed states. It changes nothing. It locks the directories, so that no server
 * changes them meanwhile; for a running server it checks a snapshot.
 */
public record Doctor(Config config, @Nullable String credentialsDirectory, PrintWriter out) {
  static final StoreEngine STORES = StoreSetup.engine();
  private static final int LINE_BYTES_MAX = 1_024;
  static final String STORE = "data.mdb";

  private static final String PROBLEM = "problem: ";

  private record Findings(String lookedAt, List<String> problems, long problemCount) {}

  static int run(Config config, @Nullable String credentialsDirectory, PrintWriter out)
      throws StartRefused {
    return new Doctor(config, credentialsDirectory, out).run();
  }

  private int run() throws StartRefused {
    Config.Data data = config.data();
    if (data.backend() == Backend.MEMORY) {
      throw new StartRefused("NGIT_DATABASE_BACKEND: what is kept in memory cannot be checked");
    }
    requireStore(data);
    try {
      return isSound(data) ? Cli.OK : Cli.FAILED;
    } catch (StoreOpenException e) {
      throw new StartRefused(String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new StartRefused("the data cannot be read: " + FileTrouble.text(e), e);
    }
  }

  private boolean isSound(Config.Data data) throws StartRefused, IOException {
    try (DataDirectories locked = DataDirectories.open(data)) {
      return isSound(locked.relay(), locked.relay(), locked.git(), UnnamedFiles.NONE);
    } catch (DirectoryInUse e) {
      String holder = e.holder().isEmpty() ? "" : " " + e.holder();
      out.println("graspd is running on this data" + holder + ": this is what it has on disk now");
      return isSoundWhileRunning(data);
    }
  }

  private boolean isSoundWhileRunning(Config.Data data) throws StartRefused, IOException {
    DataPaths.requireOwner(data.relayPath().resolve(STORE));
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    DataPaths.requireRoom(temporary, StillPicture.bytesNeeded(STORES, data.relayPath()));
    Path room = Files.createTempDirectory(temporary, "graspd-doctor-");
    try (StillPicture picture = StillPicture.take(STORES, data.relayPath(), data.gitPath(), room)) {
      return isSound(picture.relay(), data.relayPath(), picture.git(), UnnamedFiles.ALLOWED);
    }
  }

  static void requireStore(Config.Data data) throws StartRefused {
    if (!Files.exists(data.relayPath().resolve(STORE))) {
      throw new StartRefused("NGIT_RELAY_DATA_PATH: there is no store in " + data.relayPath());
    }
  }

  /**
   * Prints the problems of data that nobody writes to; returns whether there are none.
   *
   * @param key the directory of the server's key file
   */
  boolean isSound(Path relay, Path key, Path git, UnnamedFiles unnamed)
      throws StartRefused, IOException {
    StoreReport report =
        unnamed == UnnamedFiles.NONE ? STORES.check(relay) : STORES.checkSnapshot(relay);
    if (STORES.format(relay) instanceof FoundFormat.Stored stored) {
      out.println(format(stored));
    }
    boolean sound = print(findings(report));
    // Git problems that follow from a damaged store would only confuse.
    if (sound && config.hosts() && report.hasRepositories()) {
      sound = print(hosting(relay, key, git, unnamed));
    }
    return sound && isSearchSound(relay, unnamed);
  }

  /** The index of a running server changes while one looks. */
  private boolean isSearchSound(Path relay, UnnamedFiles unnamed) {
    if (unnamed == UnnamedFiles.ALLOWED) {
      return true;
    }
    try (Store store = opened(relay, unnamed)) {
      Optional<IndexCheck.Finding> found = IndexCheck.of(relay, store);
      return found.isEmpty() || print(findings(found.get()));
    }
  }

  private static Findings findings(IndexCheck.Finding found) {
    return new Findings(
        found.summary(), found.problem().stream().toList(), found.problem().isPresent() ? 1 : 0);
  }

  private static String format(FoundFormat.Stored stored) {
    return stored
        .program()
        .map(program -> "format: %d, used last by %s".formatted(stored.version(), program))
        .orElse("format: " + stored.version());
  }

  static String json(boolean isSound, List<String> lines) {
    return JsonText.object(json -> {
      json.writeBooleanProperty("sound", isSound);
      problems(json, lines);
      JsonText.strings(json, "checked", others(lines));
    });
  }

  /** Writes those of a command's lines that begin with the word for a problem. */
  static void problems(JsonGenerator json, List<String> lines) {
    JsonText.strings(
        json,
        "problems",
        lines.stream()
            .filter(line -> line.startsWith(PROBLEM))
            .map(line -> line.substring(PROBLEM.length()))
            .toList());
  }

  static List<String> others(List<String> lines) {
    return lines.stream().filter(line -> !line.startsWith(PROBLEM)).toList();
  }

  private boolean print(Findings findings) {
    for (String problem : findings.problems) {
      out.println(PROBLEM + Escape.line(problem, LINE_BYTES_MAX));
    }
    out.println("%s, %d problems".formatted(findings.lookedAt, findings.problemCount));
    return findings.problemCount == 0;
  }

  private static Findings findings(StoreReport report) {
    return new Findings(
        "store: %d events served, %d held".formatted(report.servedEvents(), report.heldEvents()),
        report.problems(),
        report.problemCount());
  }

  private Findings hosting(Path relay, Path key, Path git, UnnamedFiles unnamed)
      throws StartRefused, IOException {
    HostingRules rules =
        config.hosting(config.serviceAt(config.web().bind()), server(relay, key, unnamed));
    return hosting(relay, git, unnamed, rules, config.maintainers());
  }

  /** If only the server gets the key from systemd, the store still remembers its public key. */
  private PublicKey server(Path relay, Path key, UnnamedFiles unnamed) throws StartRefused {
    ServerKeys keys = new ServerKeys(config.ownerNsec(), credentialsDirectory, key);
    Optional<PublicKey> found = keys.find().map(ServerKey::publicKey);
    if (found.isPresent()) {
      return found.get();
    }
    try (Store store = opened(relay, unnamed)) {
      found = RememberedIdentity.key(store.repositories());
    }
    return found.isPresent() ? found.get() : Cli.existing(keys).publicKey();
  }

  /** Returns the problems of the data in two directories that nobody writes to. */
  public static List<String> problems(
      Path relay, Path git, HostingRules rules, Maintainers.Mode maintainers) throws IOException {
    List<String> problems = new ArrayList<>(STORES.check(relay).problems());
    problems.addAll(hosting(relay, git, UnnamedFiles.NONE, rules, maintainers).problems);
    return problems;
  }

  private static Findings hosting(
      Path relay, Path git, UnnamedFiles unnamed, HostingRules rules, Maintainers.Mode maintainers)
      throws IOException {
    JgitSetup.apply();
    try (Store store = opened(relay, unnamed);
        ObjectStores objects = objects(store, new Layout(git))) {
      return hosting(
          store,
          objects,
          new GitCheck(objects, unnamed),
          new HostingCheck(store, store.repositories(), rules, maintainers));
    }
  }

  /** Nothing is written through it. */
  static ObjectStores objects(Store store, Layout layout) {
    return new ObjectStores(
        layout,
        new DirectoryDepot(layout.families(), FailPoints.NONE),
        NamedPacks.in(store.repositories()),
        JgitSetup.config(),
        _ -> {});
  }

  /** Nothing is written through it. */
  static Store opened(Path directory, UnnamedFiles unnamed) {
    if (unnamed == UnnamedFiles.ALLOWED) {
      return STORES.openSnapshot(directory);
    }
    return STORES.open(StoreOpening.visit(directory));
  }

  private static Findings hosting(
      Store store, ObjectStores objects, GitCheck git, HostingCheck check) throws IOException {
    Quarantine stored = new Quarantine(objects, UUID::randomUUID, FailPoints.NONE);
    List<String> problems = new ArrayList<>(git.quarantine(shelves(store)));
    problems.addAll(git.strangers(check.families()));
    long families = 0;
    for (Identifier family : (Iterable<Identifier>) check.families()::iterator) {
      SortedSet<String> packs = new TreeSet<>();
      for (PackRecord pack : store.repositories().packs(family)) {
        git.size(family, pack.name(), pack.bytes()).ifPresent(problems::add);
        packs.add(pack.name());
      }
      problems.addAll(git.family(family, refs(store, family), packs));
      problems.addAll(check.problems(family, stored));
      families++;
    }
    List<EndedRepository> ended = store.repositories().ended().all();
    ended.stream()
        .filter(one -> one.phase().isRestorable())
        .forEach(one -> problems.addAll(git.kept(one.repository(), one.refs())));
    String endedCount = ended.isEmpty() ? "" : ", %d ended repositories".formatted(ended.size());
    return new Findings(
        "git: %d families%s".formatted(families, endedCount), problems, problems.size());
  }

  private static SortedSet<String> shelves(Store store) {
    return store.repositories().placeholders().stream()
        .map(Placeholder::shelf)
        // A commit that was here before needs no shelf.
        .filter(shelf -> !shelf.isEmpty())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static SortedMap<RepoAddress, Refs> refs(Store store, Identifier family) {
    SortedMap<RepoAddress, Refs> refs = new TreeMap<>();
    store
        .repositories()
        .refs(family)
        .forEach((owner, own) -> refs.put(new RepoAddress(owner, family), own));
    // Only the presence of the objects matters; a ref of one event has one value everywhere.
    for (Submission one : store.repositories().submissions(family)) {
      RefChange shown = new RefChange(one.ref(), Optional.of(one.commit()));
      refs.merge(
          one.space().address(),
          Refs.NONE.with(List.of(shown)),
          (own, _) -> own.with(List.of(shown)));
    }
    return refs;
  }
}
