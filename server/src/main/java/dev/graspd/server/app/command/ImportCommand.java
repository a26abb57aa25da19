package dev.graspd.server.app.command;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.server.app.server.ImportHost;
import dev.graspd.server.gate.Secp256k1Verifier;
import dev.graspd.server.migrate.ImportPlan;
import dev.graspd.server.migrate.ImportReport;
import dev.graspd.server.migrate.Importer;
import dev.graspd.server.migrate.OldData;
import dev.graspd.server.migrate.Rehearsal;
import dev.graspd.server.migrate.ngit.OldServer;
import dev.graspd.server.ops.Escape;
import dev.graspd.server.ops.FileTrees;
import dev.graspd.server.ops.FileTrouble;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.config.Backend;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.ops.data.DataDirectories;
import dev.graspd.server.ops.data.ServerKey;
import dev.graspd.server.ops.data.ServerKeys;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParseResult;

/**
 * The command that brings the data of a stopped ngit-grasp into new data directories
 * (operations.md, section 2). Until it has ended no server starts on them; if it is interrupted, it
 * is run again. Nothing of the old server is changed.
 */
final class ImportCommand {
  static final String FROM = "--from";
  static final String RELAY = "--relay";
  static final String GIT = "--git";
  static final String KEY = "--key";
  static final String DRY_RUN = "--dry-run";

  private static final String SOURCE = "ngit-grasp";
  private static final String KEY_FILE = ".relay-owner.nsec";
  private static final String OUR_MARK = "lock";
  private static final int LINE_BYTES_MAX = 1_024;

  /** What packs, indexes and the store take for one byte of the old server, in tenths. */
  private static final long ROOM_TENTHS = 12;

  private final Config config;
  private final @Nullable String credentialsDirectory;
  private final PrintWriter out;

  ImportCommand(Config config, @Nullable String credentialsDirectory, PrintWriter out) {
    this.config = config;
    this.credentialsDirectory = credentialsDirectory;
    this.out = out;
  }

  static boolean isDry(ParseResult command) {
    return command.hasMatchedOption(DRY_RUN);
  }

  /** Says what an import would do; opens nothing for writing. */
  static int plan(Config config, ParseResult command, PrintWriter out) throws StartRefused {
    requireDomain(config);
    OldServer old = oldServer(command);
    try {
      OldData data = OldData.read(old);
      ImportReport report = new ImportReport();
      report.damaged(data.damaged());
      Rehearsal.run(planOf(data, Optional.empty()), old, new Secp256k1Verifier()::verify, report);
      return told(report, command, out);
    } catch (IOException e) {
      throw new StartRefused("the old server cannot be read: " + FileTrouble.text(e), e);
    }
  }

  int run(ParseResult command) throws StartRefused {
    requireDomain(config);
    if (config.data().backend() == Backend.MEMORY) {
      throw new StartRefused(
          "NGIT_DATABASE_BACKEND: nothing can be imported to what is kept in memory");
    }
    OldServer old = oldServer(command);
    try (DataDirectories target = DataDirectories.openForImport(config.data())) {
      requireRoom(old, target);
      OldData data = OldData.read(old);
      target.beginImport();
      ServerKey key = key(command);
      ImportReport report = imported(old, data, target, key);
      target.endImport();
      int code = told(report, command, out);
      out.println("start the server with 'graspd serve'");
      return code;
    } catch (IOException e) {
      throw new StartRefused(
          "the import was not finished: %s; solve that and run it again"
              .formatted(FileTrouble.text(e)),
          e);
    }
  }

  private ImportReport imported(OldServer old, OldData data, DataDirectories target, ServerKey key)
      throws StartRefused, IOException {
    ImportReport report = new ImportReport();
    report.damaged(data.damaged());
    ImportPlan plan = planOf(data, Optional.of(key.publicKey()));
    plan.own().forEach(_ -> report.brought(ImportPlan.Category.OTHERS));
    plan.leftOut()
        .forEach((category, reasons) ->
            reasons.forEach((reason, count) -> report.leftOut(category, reason, count)));
    Path scratch = Files.createTempDirectory("graspd-import-");
    try (ImportHost host = new ImportHost(config, target, key, scratch)) {
      new Importer(host.parts(), old, report).run(plan);
    } finally {
      FileTrees.delete(scratch);
    }
    return report;
  }

  private static ImportPlan planOf(OldData data, Optional<PublicKey> key) {
    return ImportPlan.of(data.found(), key, Instant.now().getEpochSecond());
  }

  private static int told(ImportReport report, ParseResult command, PrintWriter out)
      throws StartRefused {
    boolean isDry = isDry(command);
    report.lines(isDry).forEach(line -> out.println(Escape.line(line, LINE_BYTES_MAX)));
    String file = command.matchedOptionValue(Commands.JSON, "");
    if (!file.isEmpty()) {
      try {
        Files.writeString(Path.of(file), report.json(isDry) + "\n");
      } catch (IOException e) {
        throw new StartRefused(file + " cannot be written: " + FileTrouble.text(e), e);
      }
    }
    return report.isComplete() ? Cli.OK : Cli.FAILED;
  }

  private static void requireDomain(Config config) throws StartRefused {
    if (config.givenDomain().isEmpty() || !config.hosts()) {
      throw new StartRefused(
          "NGIT_DOMAIN: set it to the name of the old server, which its repositories list");
    }
  }

  private static void requireRoom(OldServer old, DataDirectories target)
      throws StartRefused, IOException {
    DataPaths.requireRoom(target.git(), bytesIn(old.git()) / 10 * ROOM_TENTHS);
    DataPaths.requireRoom(target.relay(), bytesIn(old.relay()) / 10 * ROOM_TENTHS);
  }

  private static long bytesIn(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      long bytes = 0;
      for (Path file : (Iterable<Path>) files::iterator) {
        if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
          bytes += Files.size(file);
        }
      }
      return bytes;
    }
  }

  private static OldServer oldServer(ParseResult command) throws StartRefused {
    String source = command.matchedPositionalValue(0, "");
    if (!source.equals(SOURCE)) {
      throw new StartRefused("'graspd import' can " + SOURCE + ", not '" + source + "'");
    }
    OldServer old = new OldServer(place(command, RELAY, "relay"), place(command, GIT, "git"));
    boolean isOurs = Files.exists(old.relay().resolve(OUR_MARK));
    if (isOurs || !old.isThere()) {
      throw new StartRefused(
          "nothing of ngit-grasp in %s and %s: expected data.mdb or .grasp/storage-version"
              .formatted(old.relay(), old.git()));
    }
    try {
      if (!old.isKnownLayout()) {
        throw new StartRefused(
            "%s has storage version %s, which this graspd does not know: use a newer graspd"
                .formatted(old.git(), old.storageVersion().orElse("")));
      }
      if (old.isRunning()) {
        throw new StartRefused("ngit-grasp has %s open: stop it first".formatted(old.relay()));
      }
    } catch (IOException e) {
      throw new StartRefused("the old server cannot be read: " + FileTrouble.text(e), e);
    }
    return old;
  }

  /** Returns a directory that is named, or that lies below the one of the server. */
  private static Path place(ParseResult command, String option, String name) throws StartRefused {
    String given = command.matchedOptionValue(option, "");
    if (!given.isEmpty()) {
      return Path.of(given).toAbsolutePath().normalize();
    }
    String from = command.matchedOptionValue(FROM, "");
    if (from.isEmpty()) {
      throw new StartRefused("say where the old server is: %s DIR".formatted(FROM));
    }
    Path root = Path.of(from).toAbsolutePath().normalize();
    Path below = root.resolve("data").resolve(name);
    return Files.isDirectory(below) ? below : root.resolve(name);
  }

  /** The old key stays the server's identity; it is never shown. */
  private ServerKey key(ParseResult command) throws StartRefused, IOException {
    ServerKeys keys =
        new ServerKeys(config.ownerNsec(), credentialsDirectory, config.data().relayPath());
    Optional<Path> file = keyFile(command);
    if (file.isPresent()) {
      return keys.adopt(Files.readString(file.get()), "the key file " + file.get());
    }
    Optional<ServerKey> present = keys.find();
    return present.isPresent() ? present.get() : keys.make(new SecureRandom());
  }

  private static Optional<Path> keyFile(ParseResult command) {
    String given = command.matchedOptionValue(KEY, "");
    if (!given.isEmpty()) {
      return Optional.of(Path.of(given));
    }
    String from = command.matchedOptionValue(FROM, "");
    if (from.isEmpty()) {
      return Optional.empty();
    }
    Path root = Path.of(from).toAbsolutePath().normalize();
    return List.of(root.resolve(KEY_FILE), root.resolveSibling(KEY_FILE)).stream()
        .filter(Files::isRegularFile)
        .findFirst();
  }
}
