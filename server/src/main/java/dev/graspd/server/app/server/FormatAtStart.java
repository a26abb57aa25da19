package dev.graspd.server.app.server;

import dev.graspd.core.policy.room.ByteSize;
import dev.graspd.core.store.format.FormatDecision;
import dev.graspd.core.store.format.StoreFormat;
import dev.graspd.server.backup.CopyBeforeMigration;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.ops.Disks;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.store.StoreEngine;
import dev.graspd.server.store.StoreOpenException;
import java.io.IOException;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the data to the format of this program before a start, or refuses the start (M-12 to
 * M-16). Before a migration it makes a copy of all data, unless the operator has one.
 *
 * @param relay the locked relay data directory
 * @param git the locked git data directory
 * @param backup {@link #AUTO}, {@link #MADE}, or the directory of the copy
 * @param reserveBytes room on the disk that the copy must leave
 */
public record FormatAtStart(
    StoreEngine stores,
    Path relay,
    Path git,
    String backup,
    long reserveBytes,
    FailPoints failPoints) {
  /** The copy lies in the relay data directory. */
  public static final String AUTO = "auto";

  /** The operator has made a backup. */
  public static final String MADE = "made";

  private static final Logger LOG = LoggerFactory.getLogger(FormatAtStart.class);

  /**
   * Makes the data ready to be opened.
   *
   * @param writes whether the server may change its data
   */
  public void prepare(boolean writes) throws StartRefused {
    try {
      switch (decision()) {
        case FormatDecision.Create() -> {}
        case FormatDecision.Open() -> {}
        case FormatDecision.Refuse(var text) ->
            throw new StartRefused("NGIT_RELAY_DATA_PATH: " + text);
        case FormatDecision.Migrate migrate -> {
          requireWriting(migrate, writes);
          migrate(migrate);
        }
      }
    } catch (StoreOpenException e) {
      throw new StartRefused(String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new StartRefused(
          "the backup before a migration was not finished: %s; nothing was changed".formatted(e),
          e);
    }
  }

  private FormatDecision decision() {
    return FormatDecision.of(
        stores.format(relay), "the store in " + relay, StoreFormat.CURRENT, stores.migratable());
  }

  private void requireWriting(FormatDecision.Migrate migrate, boolean writes) throws StartRefused {
    if (!writes) {
      throw new StartRefused(
          ("NGIT_READ_ONLY: the store in %s has format %d and must be migrated to format %d: start"
                  + " once without NGIT_READ_ONLY")
              .formatted(relay, migrate.from(), StoreFormat.CURRENT));
    }
  }

  private void migrate(FormatDecision.Migrate migrate) throws StartRefused, IOException {
    LOG.info(
        "the store in {} has format {}, this graspd uses format {}: it is migrated now",
        relay,
        migrate.from(),
        StoreFormat.CURRENT);
    if (migrate.resumes()) {
      LOG.info("a migration goes on that was not finished; its backup was made before it began");
    } else if (backup.equals(MADE)) {
      LOG.info("no backup is made: NGIT_MIGRATION_BACKUP says that there is one");
    } else {
      copy(target(migrate.from()));
    }
    stores.migrate(relay, git, failPoints, LOG::info);
    LOG.info("the store in {} has format {} now", relay, StoreFormat.CURRENT);
  }

  private Path target(int from) {
    Path directory = backup.equals(AUTO) ? relay : Path.of(backup).toAbsolutePath();
    return directory.resolve("before-migration-from-format-" + from);
  }

  private void copy(Path target) throws StartRefused, IOException {
    if (target.toAbsolutePath().startsWith(git.toAbsolutePath())) {
      throw new StartRefused(
          "NGIT_MIGRATION_BACKUP: a backup cannot be in the git data directory: %s".formatted(git));
    }
    CopyBeforeMigration copy = new CopyBeforeMigration(stores, relay, git, target);
    long needed = copy.bytesNeeded() + reserveBytes;
    long usable = Disks.usableBytes(target.resolveSibling(""));
    if (usable < needed) {
      throw new StartRefused(
          ("NGIT_MIGRATION_BACKUP: the backup before a migration needs %s in %s, and %s are free;"
                  + " nothing was changed. Make room, name a directory with more, or set it to"
                  + " 'made' if you have a backup")
              .formatted(
                  ByteSize.rough(needed), target.resolveSibling(""), ByteSize.rough(usable)));
    }
    LOG.info("all data is copied to {} before the migration", target);
    copy.make();
    LOG.info("the copy is complete: remove {} when you no longer want to go back", target);
    failPoints.reach(FailPoints.MIGRATION_BACKED_UP);
  }
}
