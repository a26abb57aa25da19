package dev.graspd.server.git.browse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.git.download.Downloads;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Downloads have the bytes that C git writes. */
final class DownloadsTest {
  @TempDir Path directory;

  private CodeFixture fixture;

  @BeforeEach
  void open() throws IOException {
    fixture = new CodeFixture(directory);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private void assertSameTar() throws IOException {
    try (CodeReader code = fixture.open()) {
      ByteArrayOutputStream tar = new ByteArrayOutputStream();
      assertThat(
              new Downloads(code.objects())
                  .tar(fixture.oid("main"), "tool-1.0/", tar, CodeFixture.plenty()))
          .isTrue();
      byte[] byGit =
          fixture
              .git
              .run(new byte[0], "archive", "--format=tar", "--prefix=tool-1.0/", "main")
              .out();
      assertThat(tar.toByteArray()).isEqualTo(byGit);
    }
  }

  @Test
  void tarOfAllKindsOfEntriesIsThatOfGit() throws IOException {
    Path work = fixture.git.directory();
    Files.createSymbolicLink(work.resolve("link"), Path.of("a.txt"));
    Files.createSymbolicLink(work.resolve("long-link"), Path.of("x".repeat(150)));
    Files.writeString(work.resolve("run"), "#!/bin/sh\n");
    fixture.git.git("add", ".");
    fixture.git.git("update-index", "--chmod=+x", "run");
    fixture.git.git("update-index", "--add", "--cacheinfo", "160000," + "1".repeat(40) + ",module");
    fixture.git.commit("a.txt", "content\n");
    fixture.git.commit("empty", "");
    fixture.git.commit("block", "x".repeat(512));
    fixture.git.commit("deep/er/and/deeper.txt", "x");
    fixture.git.commit("sp ace/ünï", "x");
    assertSameTar();
  }

  @Test
  void namesOfEveryLengthAreWrittenAsGitWritesThem() throws IOException {
    for (int length : new int[] {80, 88, 89, 90, 91, 92, 99, 100, 101, 120}) {
      fixture.git.commit("n" + "x".repeat(length), "x" + length);
      fixture.git.commit("d" + "y".repeat(length) + "/f", "x" + length);
      fixture.git.commit("p/" + "z".repeat(60) + "/" + "w".repeat(length) + "/f", "x" + length);
      fixture.git.commit(
          "q/" + "z".repeat(95) + "/" + "v".repeat(60) + "/" + "w".repeat(length), "x" + length);
    }
    assertSameTar();
  }

  @Test
  void ignoredFilesAreLeftOut() throws IOException {
    fixture.git.commit("a/secret", "x");
    fixture.git.commit("a/b/c", "x");
    fixture.git.commit("docs/x", "x");
    fixture.git.commit("keep.log", "x");
    fixture.git.commit("drop.log", "x");
    fixture.git.commit("a/.gitattributes", "secret export-ignore\nb export-ignore\n");
    fixture.git.commit(
        ".gitattributes", "*.log export-ignore\nkeep.log -export-ignore\n/docs export-ignore\n");
    assertSameTar();
  }

  @Test
  void tooLargeOneEndsEarly() throws IOException {
    fixture.git.commit("large", "x".repeat(10_000));
    try (CodeReader code = fixture.open()) {
      ByteArrayOutputStream tar = new ByteArrayOutputStream();
      assertThat(
              new Downloads(code.objects())
                  .tar(fixture.oid("main"), "tool/", tar, CodeFixture.steps(5_000)))
          .isFalse();
      assertThat(tar.size()).isLessThan(5_000);
    }
  }
}
