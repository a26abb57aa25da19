package dev.graspd.server.backup;

import dev.graspd.server.git.objects.DurableFiles;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.server.ops.ServerKeys;
import dev.graspd.server.store.lmdb.StoreCopy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Brings a backup into data directories that are empty and locked by the caller. */
public final class Restore {
  private static final String STORE = "data.mdb";

  private Restore() {}

  /** Returns whether the copy of the store is as it was written; LMDB does not look. */
  public static boolean isStoreAsWritten(BackupDirectory backup, Manifest manifest)
      throws IOException {
    return FileCopies.sha256(backup.snapshot(manifest).resolve(STORE))
        .equals(manifest.storeSha256());
  }

  /**
   * Copies everything and brings it to disk; never links, so that what happens to the data from now
   * on does not happen to the backup.
   *
   * @return what was not as the backup says, in words
   */
  public static List<String> copy(BackupDirectory backup, Manifest manifest, Path relay, Path git)
      throws IOException {
    List<String> problems = new ArrayList<>();
    Path snapshot = backup.snapshot(manifest);
    try (StoreCopy store = StoreCopy.openSnapshot(snapshot)) {
      GitFiles.Carried carried =
          GitFiles.carry(Named.by(store), backup.git(), new Layout(git), Restore::place);
      problems.addAll(carried.problems());
    }
    if (manifest.hasKey()) {
      Backup.copyPrivately(snapshot.resolve(ServerKeys.FILE), relay.resolve(ServerKeys.FILE));
    }
    Path file = relay.resolve(STORE);
    if (!FileCopies.copyWithSha256(snapshot.resolve(STORE), file).equals(manifest.storeSha256())) {
      problems.add("the copy of the store is damaged: its checksum does not fit");
    }
    Files.setPosixFilePermissions(file, Files.getPosixFilePermissions(snapshot.resolve(STORE)));
    DurableFiles.sync(file);
    DurableFiles.sync(git);
    DurableFiles.sync(relay);
    return problems;
  }

  private static FileCopies.Outcome place(Path from, Path to) throws IOException {
    if (!Files.exists(from)) {
      return FileCopies.Outcome.MISSING;
    }
    DurableFiles.createDirectories(to.resolveSibling(""));
    return FileCopies.copyOfGit(from, to)
        ? FileCopies.Outcome.PLACED
        : FileCopies.Outcome.PLACED_DAMAGED;
  }
}
