package dev.graspd.server.app.command;

import dev.graspd.core.policy.room.ByteSize;
import dev.graspd.server.app.desk.JsonText;
import dev.graspd.server.app.server.StoreSetup;
import dev.graspd.server.backup.Backup;
import dev.graspd.server.backup.BackupDirectory;
import dev.graspd.server.backup.Manifest;
import dev.graspd.server.gate.DiskFaults;
import dev.graspd.server.ops.Disks;
import dev.graspd.server.ops.Escape;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.Version;
import dev.graspd.server.ops.config.Backend;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.ops.data.DataDirectories;
import dev.graspd.server.ops.data.DataLock;
import dev.graspd.server.ops.data.ServerKeys;
import dev.graspd.server.store.StoreOpenException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The command that makes a backup. It does not lock the data directories: meanwhile the server may
 * run, start or end.
 */
record BackupCommand(
    Config config, @Nullable String credentialsDirectory, boolean asJson, PrintWriter out) {
  private static final int LINE_BYTES_MAX = 1_024;

  int backup(Path named, Instant now) throws StartRefused {
    Config.Data data = config.data();
    if (data.backend() == Backend.MEMORY) {
      throw new StartRefused("NGIT_DATABASE_BACKEND: what is kept in memory cannot be backed up");
    }
    Doctor.requireStore(data);
    DataDirectories.requireOurs(data);
    BackupDirectory directory = new BackupDirectory(named.toAbsolutePath().normalize());
    DataPaths.requireApart(directory.root(), data);
    DataPaths.requireOwner(data.relayPath().resolve("data.mdb"));
    directory.requireOurs();
    try (DataLock _ = DataLock.acquire(directory.root())) {
      Backup.Source source =
          new Backup.Source(
              StoreSetup.engine(),
              data.relayPath(),
              data.gitPath(),
              server(data),
              Version.current().number());
      requireRoom(source, directory);
      return tell(Backup.make(source, directory, now), directory);
    } catch (StoreOpenException e) {
      throw new StartRefused(String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw unfinished(directory, e);
    }
  }

  /** Unknown here if only the server gets it from systemd. */
  private Optional<String> server(Config.Data data) throws StartRefused {
    return new ServerKeys(config.ownerNsec(), credentialsDirectory, data.relayPath())
        .find()
        .map(key -> key.publicKey().hex());
  }

  /** On the disk of the data, a backup does not use the server's reserve. */
  private void requireRoom(Backup.Source source, BackupDirectory directory)
      throws IOException, StartRefused {
    boolean besideData = Disks.areSame(directory.root(), source.git());
    long needed =
        Backup.bytesNeeded(source, directory, besideData)
            + (besideData ? config.data().minFreeDiskBytes() : 0);
    DataPaths.requireRoom(directory.root(), needed);
  }

  private static StartRefused unfinished(BackupDirectory directory, IOException cause)
      throws StartRefused {
    String before =
        directory
            .manifest()
            .map(Manifest::made)
            .map(made -> "that of " + made + " is untouched")
            .orElse("there is none in " + directory.root() + " yet");
    String why =
        DiskFaults.isFull(cause)
            ? "there is no room left in " + directory.root()
            : String.valueOf(cause);
    return new StartRefused(
        "the backup was not finished: %s; %s; run it again".formatted(why, before), cause);
  }

  private int tell(Backup.Report report, BackupDirectory directory) {
    if (asJson) {
      out.println(json(report, directory));
    } else {
      print(report, directory);
    }
    return report.problems().isEmpty() ? Cli.OK : Cli.FAILED;
  }

  private static String json(Backup.Report report, BackupDirectory directory) {
    Manifest.Figures figures = report.manifest().figures();
    return JsonText.object(json -> {
      json.writeStringProperty("directory", directory.root().toString());
      json.writeStringProperty("made", report.manifest().made().toString());
      json.writeNumberProperty("events", figures.servedEvents());
      json.writeNumberProperty("held", figures.heldEvents());
      json.writeNumberProperty("store_bytes", figures.storeBytes());
      json.writeNumberProperty("packs", figures.packs());
      json.writeNumberProperty("pack_bytes", figures.packBytes());
      json.writeNumberProperty("new_files", report.newFiles());
      json.writeNumberProperty("new_bytes", report.newBytes());
      json.writeNumberProperty("copied_bytes", report.copiedBytes());
      json.writeNumberProperty("removed_packs", report.removedPacks());
      json.writeBooleanProperty("has_key", report.manifest().hasKey());
      JsonText.strings(json, "problems", report.problems());
    });
  }

  private void print(Backup.Report report, BackupDirectory directory) {
    Manifest.Figures figures = report.manifest().figures();
    for (String problem : report.problems()) {
      out.println("problem: " + Escape.line(problem, LINE_BYTES_MAX));
    }
    out.println(
        "store: %d events served, %d held, %s"
            .formatted(
                figures.servedEvents(),
                figures.heldEvents(),
                ByteSize.rough(figures.storeBytes())));
    out.println(
        "git: %d packs, %s; %d new files, %s, of which %s copied; %d packs removed"
            .formatted(
                figures.packs(),
                ByteSize.rough(figures.packBytes()),
                report.newFiles(),
                ByteSize.rough(report.newBytes()),
                ByteSize.rough(report.copiedBytes()),
                report.removedPacks()));
    out.println(
        report.manifest().hasKey()
            ? "key: the server's secret key is in the backup; keep it from others"
            : "key: the server's secret key is not in the data directory and not in the backup;"
                + " keep it yourself");
    out.println("backup complete: " + directory.root());
  }
}
