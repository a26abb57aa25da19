package dev.graspd.server.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the files are afterwards. That they survive a power cut is shown by {@code ./check --power}.
 */
final class DurableFilesTest {
  @TempDir Path directory;

  private Path file(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  @Test
  void makesADirectoryWithItsParents() throws IOException {
    Path deep = directory.resolve(Path.of("a", "b", "c"));
    DurableFiles.createDirectories(deep);
    DurableFiles.createDirectories(deep);
    assertThat(deep).isEmptyDirectory();
  }

  @Test
  void aFileInTheWayOfADirectoryIsAnError() throws IOException {
    Path way = file("a", "a file");
    assertThatThrownBy(() -> DurableFiles.createDirectories(way.resolve("b")))
        .isInstanceOf(IOException.class);
    assertThat(way).hasContent("a file");
  }

  @Test
  void aShorterTextReplacesALongerOneWhole() throws IOException {
    Path file = file("position", "1234567890");
    DurableFiles.write(file, "12");
    DurableFiles.sync(file);
    DurableFiles.sync(directory);
    assertThat(file).hasContent("12");
  }

  @Test
  void createNeverOpensAFileThatExists() throws IOException {
    Path file = directory.resolve("pack");
    try (OutputStream out = DurableFiles.create(file)) {
      out.write("one".getBytes(StandardCharsets.UTF_8));
    }
    assertThatThrownBy(() -> DurableFiles.create(file))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(file).hasContent("one");
  }

  @Test
  void aSecondNameHasTheSameBytesAndLeavesNoPart() throws IOException {
    Path existing = file("one", "bytes");
    Path name = directory.resolve("two");
    Path part = directory.resolve("part");
    DurableFiles.link(existing, name, part);
    Files.delete(existing);
    assertThat(name).hasContent("bytes");
    assertThat(part).doesNotExist();
  }

  @Test
  void aTakenNameKeepsItsBytes() throws IOException {
    Path existing = file("one", "new");
    Path name = file("two", "old");
    Path part = directory.resolve("part");
    assertThatThrownBy(() -> DurableFiles.link(existing, name, part))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(name).hasContent("old");
  }

  @Test
  void whatIsNotThereHasNoSecondName() {
    assertThatThrownBy(() ->
            DurableFiles.link(
                directory.resolve("none"), directory.resolve("two"), directory.resolve("part")))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void onlyAnEmptyDirectoryIsRemovedIfEmpty() throws IOException {
    Path empty = Files.createDirectory(directory.resolve("empty"));
    Path full = Files.createDirectory(directory.resolve("full"));
    Files.writeString(full.resolve("file"), "text");
    DurableFiles.deleteIfEmpty(empty);
    DurableFiles.deleteIfEmpty(empty);
    DurableFiles.deleteIfEmpty(full);
    assertThat(empty).doesNotExist();
    assertThat(full).isNotEmptyDirectory();
  }
}
