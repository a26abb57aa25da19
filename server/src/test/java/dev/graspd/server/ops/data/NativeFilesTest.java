package dev.graspd.server.ops.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.server.ops.StartRefused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeFilesTest {
  @TempDir Path directory;
  private Path temporary;
  private Path data;

  @BeforeEach
  void makeDirectories() throws IOException {
    temporary = Files.createDirectory(directory.resolve("tmp"));
    data = Files.createDirectory(directory.resolve("data"));
  }

  /** As the system does for libraries below a directory that is mounted noexec. */
  private static NativeFiles.Loader refusing(Path below) {
    return library -> {
      if (library.startsWith(below)) {
        throw new UnsatisfiedLinkError("failed to map segment from shared object");
      }
    };
  }

  private static List<Path> entries(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.toList();
    }
  }

  @Test
  void librariesAreUnpackedInTheTemporaryDirectory() throws IOException, StartRefused {
    try (NativeFiles files =
        NativeFiles.unpack(List.of(temporary, data), refusing(directory.resolve("other")))) {
      assertThat(files.directory()).hasParent(temporary).isNotEmptyDirectory();
      assertThat(data).isEmptyDirectory();
    }
    assertThat(entries(temporary)).isEmpty();
  }

  @Test
  void whereTheTemporaryDirectoryAllowsNoLibrariesTheyAreUnpackedBelowTheData()
      throws IOException, StartRefused {
    try (NativeFiles files = NativeFiles.unpack(List.of(temporary, data), refusing(temporary))) {
      assertThat(files.directory()).hasParent(data);
      assertThat(entries(temporary)).isEmpty();
    }
    assertThat(entries(data)).isEmpty();
  }

  @Test
  void missingTemporaryDirectoryIsPassedOver() throws IOException, StartRefused {
    Path missing = directory.resolve("missing");
    try (NativeFiles files = NativeFiles.unpack(List.of(missing, data), refusing(missing))) {
      assertThat(files.directory()).hasParent(data);
    }
  }

  @Test
  void dataDirectoryThatIsYetToBeMadeIsNotMade() throws IOException, StartRefused {
    Path later = data.resolve("later/relay");
    try (NativeFiles files =
        NativeFiles.unpack(NativeFiles.directories(temporary, later), refusing(temporary))) {
      assertThat(files.directory()).hasParent(data);
    }
    assertThat(entries(data)).isEmpty();
  }

  @Test
  void withoutAnyPlaceTheStartIsRefusedWithWhatToDo() {
    assertThatThrownBy(() -> NativeFiles.unpack(List.of(temporary, data), refusing(directory)))
        .isInstanceOf(StartRefused.class)
        .hasMessageContaining(temporary.toString())
        .hasMessageContaining(data.toString())
        .hasMessageContaining("failed to map segment")
        .hasMessageContaining("noexec");
  }

  @Test
  void librariesOfAReleaseAreTakenFromTheLibraryPath() throws IOException {
    Path shipped = Files.createDirectory(directory.resolve("native"));
    String libraryPath = temporary + ":" + shipped + "::" + data;
    assertThat(NativeFiles.shipped(libraryPath)).isEmpty();
    Files.createFile(shipped.resolve("liblmdb.so"));
    assertThat(NativeFiles.shipped(libraryPath)).as("half of them").isEmpty();
    Files.createFile(shipped.resolve("libsecp256k1-jni.so"));
    assertThat(NativeFiles.shipped(libraryPath)).contains(shipped);
    assertThat(NativeFiles.properties(shipped))
        .containsEntry("lmdbjava.native.lib", shipped.resolve("liblmdb.so").toString())
        .containsEntry("jffi.boot.library.path", shipped.toString())
        .containsEntry("fr.acinq.secp256k1.lib.path", shipped.toString());
  }
}
