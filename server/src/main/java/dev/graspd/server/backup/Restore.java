package dev.graspd.server.backup;

import dev.graspd.server.base.DurableFiles;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.server.ops.data.ServerKeys;
import dev.graspd.server.store.StoreCopy;
import dev.graspd.server.store.StoreEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Copies a backup into empty data directories, which the caller has locked. */
public final class Restore {
  private static final String STORE = "data.mdb";

  private Restore() {}

  /** Returns whether the copy of the store is undamaged; LMDB does not check. */
  public static boolean isStoreAsWritten(BackupDirectory backup, Manifest manifest)
      throws IOException {
    return FileCopies.sha256(backup.snapshot(manifest).resolve(STORE))
        .equals(manifest.storeSha256());
  }

  /**
   * Copies everything and syncs it; never links, so that later changes of the data do not change
   * the backup.
   *
   * @return the problems, in words
   */
  public static List<String> copy(
      StoreEngine stores, BackupDirectory backup, Manifest manifest, Path relay, Path git)
      throws IOException {
    List<String> problems = new ArrayList<>();
    Path snapshot = backup.snapshot(manifest);
    try (StoreCopy store = stores.readingSnapshot(snapshot)) {
      GitFiles.Carried carried =
          GitFiles.carry(NamedGitFiles.by(store), backup.git(), new Layout(git), Restore::place);
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
