package dev.graspd.server.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.server.ops.data.DataLock;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileTroubleTest {
  @TempDir Path directory;

  @Test
  void whoMayNotUseAFileIsToldWhoseItIsAndWhatToDo() throws IOException {
    String user = System.getProperty("user.name");
    String owner = Files.getOwner(directory).getName();
    Path file = directory.resolve("relay/data.mdb");
    assertThat(FileTrouble.text(new AccessDeniedException(file.toString())))
        .isEqualTo(
            "user %s may not use %s (it belongs to %s): run graspd as the user that owns the data, or give the data to %s with 'chown -R'"
                .formatted(user, file, owner, user));
  }

  @Test
  void readOnlyDiskIsToldWithWhatSystemdNeeds() {
    assertThat(
            FileTrouble.text(new FileSystemException("/srv/data", null, "Read-only file system")))
        .startsWith("/srv/data: Read-only file system")
        .contains("ReadWritePaths=");
  }

  @Test
  void noTextNamesAClassOfJava() throws IOException {
    assertThat(FileTrouble.text(new NoSuchFileException("/a"))).isEqualTo("/a does not exist");
    assertThat(FileTrouble.text(new IOException())).isEqualTo("input or output failed");
    assertThat(FileTrouble.text(new IOException("Input/output error")))
        .isEqualTo("Input/output error");
    Path file = Files.createFile(directory.resolve("file"));
    assertThatThrownBy(() -> DataLock.acquire(file.resolve("relay")))
        .isInstanceOf(StartRefused.class)
        .hasMessageContaining(file + " is there already, and not a directory")
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("Exception", "java."));
  }
}
