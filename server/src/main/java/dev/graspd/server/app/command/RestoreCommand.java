package dev.graspd.server.app.command;

import dev.graspd.core.store.format.FoundFormat;
import dev.graspd.core.store.format.StoreFormat;
import dev.graspd.server.app.desk.JsonText;
import dev.graspd.server.app.server.StoreSetup;
import dev.graspd.server.backup.BackupDirectory;
import dev.graspd.server.backup.Manifest;
import dev.graspd.server.backup.Restore;
import dev.graspd.server.git.serve.GitCheck.UnnamedFiles;
import dev.graspd.server.ops.Disks;
import dev.graspd.server.ops.Escape;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.config.Backend;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.ops.data.DataDirectories;
import dev.graspd.server.ops.data.ServerKeys;
import dev.graspd.server.store.StoreOpenException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The command that restores a backup: checks it, copies it into empty data directories, checks
 * those. Until then the directories are marked as incomplete, and no server starts on them.
 */
final class RestoreCommand {
  private static final int LINE_BYTES_MAX = 1_024;

  private final Config config;
  private final @Nullable String credentialsDirectory;
  private final PrintWriter out;
  private final Doctor doctor;

  RestoreCommand(Config config, @Nullable String credentialsDirectory, PrintWriter out) {
    this.config = config;
    this.credentialsDirectory = credentialsDirectory;
    this.out = out;
    this.doctor = new Doctor(config, credentialsDirectory, out);
  }

  /** Returns what a restore printed, for programs. */
  static String json(int code, List<String> lines) {
    return JsonText.object(json -> {
      json.writeBooleanProperty("whole", code == Cli.OK);
      Doctor.problems(json, lines);
      JsonText.strings(json, "steps", Doctor.others(lines));
    });
  }

  int restore(Path named, boolean despiteProblems) throws StartRefused {
    Config.Data data = config.data();
    if (data.backend() == Backend.MEMORY) {
      throw new StartRefused(
          "NGIT_DATABASE_BACKEND: nothing can be restored to what is kept in memory");
    }
    BackupDirectory backup = new BackupDirectory(named.toAbsolutePath().normalize());
    Manifest manifest = manifest(backup);
    DataPaths.requireApart(backup.root(), data);
    try (DataDirectories target = DataDirectories.openForRestore(data)) {
      requireKey(manifest);
      requireRoom(manifest, target);
      return restore(backup, manifest, target, despiteProblems);
    } catch (StoreOpenException e) {
      throw new StartRefused(String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new StartRefused(
          "the restore was not finished: %s; solve that and run it again".formatted(e), e);
    }
  }

  private static Manifest manifest(BackupDirectory backup) throws StartRefused {
    if (!Files.isDirectory(backup.root())) {
      throw new StartRefused("there is no directory " + backup.root());
    }
    backup.requireOurs();
    return backup
        .manifest()
        .orElseThrow(() ->
            new StartRefused(
                "%s has no finished backup: run 'graspd backup' again".formatted(backup.root())));
  }

  /** Without it the server would have a new identity; the operator should know before the copy. */
  private void requireKey(Manifest manifest) throws StartRefused {
    boolean isHere =
        manifest.hasKey()
            || new ServerKeys(config.ownerNsec(), credentialsDirectory, config.data().relayPath())
                .find()
                .isPresent();
    if (!isHere) {
      throw new StartRefused(
          "the server's key is not in this backup: set NGIT_RELAY_OWNER_NSEC for this command, as"
              + " for the server");
    }
  }

  private static void requireRoom(Manifest manifest, DataDirectories target)
      throws StartRefused, IOException {
    Manifest.Figures figures = manifest.figures();
    boolean onOneDisk = Disks.areSame(target.relay(), target.git());
    DataPaths.requireRoom(
        target.relay(), figures.storeBytes() + (onOneDisk ? figures.packBytes() : 0));
    DataPaths.requireRoom(target.git(), figures.packBytes());
  }

  private int restore(
      BackupDirectory backup, Manifest manifest, DataDirectories target, boolean despiteProblems)
      throws StartRefused, IOException {
    out.println("checking the backup of " + manifest.made());
    if (!isSound(backup, manifest) && !despiteProblems) {
      out.println(
          "nothing was restored: the backup is damaged. "
              + Commands.DESPITE_PROBLEMS
              + " restores what is left of it; a running server fetches lost git data again where"
              + " it can.");
      return Cli.FAILED;
    }
    target.beginRestore();
    out.println("copying");
    List<String> faults =
        Restore.copy(StoreSetup.engine(), backup, manifest, target.relay(), target.git());
    faults.forEach(fault -> out.println("problem: " + Escape.line(fault, LINE_BYTES_MAX)));
    out.println("checking what was restored");
    boolean fits = doctor.isSound(target.relay(), target.relay(), target.git(), UnnamedFiles.NONE);
    boolean whole = fits && faults.isEmpty();
    if (!whole && !despiteProblems) {
      out.println(
          "the restore was not finished: what was copied is damaged. Run it again from another"
              + " backup, or with "
              + Commands.DESPITE_PROBLEMS
              + ".");
      return Cli.FAILED;
    }
    target.endRestore();
    out.println(
        "restored to %s and %s; start the server with 'graspd serve'"
            .formatted(target.relay(), target.git()));
    return whole ? Cli.OK : Cli.FAILED;
  }

  /** An older program can restore it; a start of this one migrates the result. */
  private static void requireFormat(Path snapshot, Manifest manifest) throws StartRefused {
    if (StoreSetup.engine().format(snapshot) instanceof FoundFormat.Stored stored
        && stored.version() != StoreFormat.CURRENT) {
      throw new StartRefused(
          ("the backup has format %d, and this graspd reads format %d: restore it with graspd %s,"
                  + " which made it; if that is older, start this version on the result then")
              .formatted(stored.version(), StoreFormat.CURRENT, manifest.version()));
    }
  }

  /** A changed store is not opened: LMDB does not check its pages. */
  private boolean isSound(BackupDirectory backup, Manifest manifest)
      throws StartRefused, IOException {
    if (!Restore.isStoreAsWritten(backup, manifest)) {
      out.println("problem: the copy of the store is damaged: its checksum does not fit");
      return false;
    }
    Path snapshot = backup.snapshot(manifest);
    requireFormat(snapshot, manifest);
    return doctor.isSound(snapshot, snapshot, backup.gitRoot(), UnnamedFiles.ALLOWED);
  }
}
