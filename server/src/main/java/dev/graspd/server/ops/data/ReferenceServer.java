package dev.graspd.server.ops.data;

import dev.graspd.server.ops.FileTrouble;
import dev.graspd.server.ops.StartRefused;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;

/**
 * Recognises data of the reference server (ngit-grasp) by the names of its files. It keeps events
 * in another LMDB layout and one bare repository per owner, in directories of the same names as
 * ours.
 */
final class ReferenceServer {
  private static final List<String> GIT_MARKS =
      List.of(".grasp", "purgatory-state.json", "rejected-events-cache.json");
  private static final String HOW_TO_MOVE =
      "it was not touched; to move, start graspd with new directories beside the old server and"
          + " follow docs/how-to/move-from-ngit-grasp.md";

  private ReferenceServer() {}

  static void refuseRelayDirectory(Path directory) throws StartRefused {
    boolean lmdb = Files.exists(directory.resolve("data.mdb"));
    if (lmdb && !Files.exists(directory.resolve(DataLock.FILE))) {
      throw new StartRefused(
          "NGIT_RELAY_DATA_PATH: %s holds a store that graspd did not write, probably of the reference server (a copy of graspd's own data needs its file 'lock' too); %s"
              .formatted(directory, HOW_TO_MOVE));
    }
  }

  static void refuseGitDirectory(Path directory) throws StartRefused {
    boolean marked = GIT_MARKS.stream().anyMatch(mark -> Files.exists(directory.resolve(mark)));
    if (marked || hasRepositoriesByOwner(directory)) {
      throw new StartRefused(
          "NGIT_GIT_DATA_PATH: %s holds repositories of the reference server (ngit-grasp); %s"
              .formatted(directory, HOW_TO_MOVE));
    }
  }

  private static boolean hasRepositoriesByOwner(Path directory) throws StartRefused {
    try (DirectoryStream<Path> owners = Files.newDirectoryStream(directory, "npub1*")) {
      for (Path owner : owners) {
        if (Files.isDirectory(owner)) {
          return true;
        }
      }
      return false;
    } catch (NoSuchFileException e) {
      return false;
    } catch (NotDirectoryException e) {
      throw new StartRefused("NGIT_GIT_DATA_PATH: " + directory + " is not a directory", e);
    } catch (IOException e) {
      throw new StartRefused(
          "NGIT_GIT_DATA_PATH: " + directory + " cannot be read: " + FileTrouble.text(e), e);
    }
  }
}
