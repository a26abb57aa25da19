package dev.graspd.server.ops.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.config.Backend;
import dev.graspd.server.ops.config.Config;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DataDirectoriesTest {
  @TempDir Path root;

  @Test
  void missingDirectoriesAreMadeAndNew() throws Exception {
    try (DataDirectories data = open(Backend.LMDB)) {
      assertThat(data.relay()).isDirectory();
      assertThat(data.git()).isDirectory();
      assertThat(data.areNew()).isTrue();
    }
  }

  /** They contain pushes that no state has released yet, and the server's key. */
  @Test
  void madeDirectoriesAreClosedToOtherUsers() throws Exception {
    open(Backend.LMDB).close();
    for (String name : List.of("relay", "git")) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(root.resolve(name))))
          .as(name)
          .startsWith("rwx")
          .matches("rwx(r-x|---)---");
    }
  }

  @Test
  void directoriesThatAreThereKeepTheirMode() throws Exception {
    Path git = Files.createDirectory(root.resolve("git"));
    Files.setPosixFilePermissions(git, PosixFilePermissions.fromString("rwxr-xr-x"));
    open(Backend.LMDB).close();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(git)))
        .isEqualTo("rwxr-xr-x");
  }

  @Test
  void lockedDirectoryNamesTheProcessThatHoldsIt() throws Exception {
    try (DataDirectories _ = open(Backend.LMDB)) {
      assertThatThrownBy(() -> open(Backend.LMDB))
          .isInstanceOf(StartRefused.class)
          .hasMessageContaining("in use by another graspd")
          .hasMessageContaining("process " + ProcessHandle.current().pid());
    }
  }

  @Test
  void closedDirectoriesCanBeOpenedAgain() throws Exception {
    open(Backend.LMDB).close();
    try (DataDirectories data = open(Backend.LMDB)) {
      assertThat(data.areNew()).isTrue();
    }
  }

  @Test
  void directoriesWithDataAreNotNew() throws Exception {
    open(Backend.LMDB).close();
    Files.writeString(root.resolve("relay").resolve("data.mdb"), "x");
    try (DataDirectories data = open(Backend.LMDB)) {
      assertThat(data.areNew()).isFalse();
    }
  }

  @Test
  void memoryLeavesNothingBehind() throws Exception {
    Path relay;
    try (DataDirectories data = open(Backend.MEMORY)) {
      relay = data.relay();
      Files.writeString(relay.resolve("data.mdb"), "x");
      assertThat(relay).doesNotHaveToString(root.resolve("relay").toString());
    }
    assertThat(relay.getParent()).doesNotExist();
    assertThat(root).isEmptyDirectory();
  }

  @Test
  void storeOfTheReferenceServerIsRecognisedAndLeftAlone() throws Exception {
    Path relay = Files.createDirectories(root.resolve("relay"));
    Files.writeString(relay.resolve("data.mdb"), "x");
    Files.writeString(relay.resolve("lock.mdb"), "x");
    List<Path> before = tree();
    assertThatThrownBy(() -> open(Backend.LMDB))
        .isInstanceOf(StartRefused.class)
        .hasMessageContaining("NGIT_RELAY_DATA_PATH")
        .hasMessageContaining("reference server")
        .hasMessageContaining("docs/how-to/move-from-ngit-grasp.md");
    assertThat(tree()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "npub10elfcs4fr0l0r8af98jlmgdh9c8tcxjvz9qkw038js35mp4dma8qzvjptg/x.git",
        ".grasp",
        "purgatory-state.json",
        "rejected-events-cache.json"
      })
  void repositoriesOfTheReferenceServerAreRecognisedAndLeftAlone(String mark) throws Exception {
    Files.createDirectories(root.resolve("git").resolve(mark));
    List<Path> before = tree();
    assertThatThrownBy(() -> open(Backend.LMDB))
        .isInstanceOf(StartRefused.class)
        .hasMessageContaining("NGIT_GIT_DATA_PATH")
        .hasMessageContaining("move");
    assertThat(tree()).isEqualTo(before);
  }

  @Test
  void fileInPlaceOfADirectoryStopsTheStart() throws Exception {
    Files.writeString(root.resolve("relay"), "x");
    assertThatThrownBy(() -> open(Backend.LMDB)).isInstanceOf(StartRefused.class);
  }

  private DataDirectories open(Backend backend) throws StartRefused {
    return DataDirectories.open(
        new Config.Data(root.resolve("relay"), root.resolve("git"), backend, 0));
  }

  private List<Path> tree() throws IOException {
    try (Stream<Path> paths = Files.walk(root)) {
      return paths.sorted().toList();
    }
  }
}
