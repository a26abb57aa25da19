package dev.graspd.server.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DisksTest {
  @TempDir Path directory;

  @Test
  void sizesAreThoseOfTheMountTableWhereThereIsOne() throws IOException {
    assertThat(Disks.totalBytes(directory))
        .isEqualTo(Files.getFileStore(directory).getTotalSpace());
    assertThat(Disks.usableBytes(directory)).isBetween(1L, Disks.totalBytes(directory));
  }

  @Test
  void whatIsNotThereHasNoSize() {
    Path nothing = directory.resolve("nothing");
    assertThatThrownBy(() -> Disks.totalBytes(nothing)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> Disks.usableBytes(nothing)).isInstanceOf(IOException.class);
  }

  @Test
  void directoriesOfOneDiskAreOnOneDisk() throws IOException {
    Path other = Files.createDirectory(directory.resolve("other"));
    assertThat(Disks.areSame(directory, other)).isTrue();
    assertThat(Disks.areSame(directory, Path.of("/proc"))).isFalse();
  }
}
