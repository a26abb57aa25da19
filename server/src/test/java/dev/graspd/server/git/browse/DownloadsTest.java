package dev.graspd.server.git.browse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.git.download.Downloads;
import dev.graspd.server.git.objects.Digests;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
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
              Downloads.of(code)
                  .write(
                      fixture.oid("main"),
                      Downloads.Format.TAR,
                      "tool-1.0/",
                      tar,
                      CodeFixture.plenty()))
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
  void compressedTarIsTheTarWithoutTimeAndName() throws IOException {
    fixture.git.commit("a.txt", "content\n".repeat(1_000));
    byte[] packed = written(Downloads.Format.TAR_GZ);
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
      assertThat(in.readAllBytes()).isEqualTo(written(Downloads.Format.TAR));
    }
    // Magic, deflate, no flags, no time.
    assertThat(Arrays.copyOf(packed, 8)).containsExactly(0x1f, 0x8b, 8, 0, 0, 0, 0, 0);
  }

  @Test
  void zipHasAllEntriesAndTheTimeOfTheCommit() throws IOException {
    Files.createSymbolicLink(fixture.git.directory().resolve("link"), Path.of("a.txt"));
    fixture.git.git("add", ".");
    fixture.git.commit("a.txt", "content\n".repeat(1_000));
    fixture.git.commit("d/ünï", "");
    Path zip = Files.write(directory.resolve("x.zip"), written(Downloads.Format.ZIP));
    SortedMap<String, String> entries = new TreeMap<>();
    try (ZipFile file = new ZipFile(zip.toFile())) {
      assertThat(file.getComment()).isEqualTo(fixture.oid("main").hex());
      for (ZipEntry entry : Collections.list(file.entries())) {
        try (InputStream in = file.getInputStream(entry)) {
          entries.put(entry.getName(), new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
        assertThat(entry.getTimeLocal().toEpochSecond(ZoneOffset.UTC))
            .isBetween(seconds("main") - 1, seconds("main"));
      }
    }
    assertThat(entries)
        .containsOnlyKeys("tool/", "tool/a.txt", "tool/d/", "tool/d/ünï", "tool/link")
        .containsEntry("tool/a.txt", "content\n".repeat(1_000))
        .containsEntry("tool/link", "a.txt");
  }

  /** Other people compare these bytes with a hash that they wrote down. */
  @Test
  void bytesOfADownloadNeverChange() throws IOException {
    fixture.importing(
        """
        commit refs/heads/main
        committer A <a@example.org> 1700000000 +0000
        data 5
        first
        M 100644 inline docs/text
        data <<END
        words, words, words and more words
        END
        M 100755 inline run
        data <<END
        #!/bin/sh
        END
        """);
    assertThat(hash(Downloads.Format.TAR_GZ))
        .isEqualTo("876291d342f9d7e90969d749ce74495844af58cec9ebe7355acd741bc1f2f55a");
    assertThat(hash(Downloads.Format.ZIP))
        .isEqualTo("0e5424db0eceec82aefe9f0e8d824f3463a1173b9b28e87e7669d802399b37da");
  }

  private String hash(Downloads.Format format) throws IOException {
    return HexFormat.of().formatHex(Digests.sha256().digest(written(format)));
  }

  private long seconds(String revision) {
    return Long.parseLong(fixture.git.git("log", "-1", "--format=%ct", revision));
  }

  private byte[] written(Downloads.Format format) throws IOException {
    try (CodeReader code = fixture.open()) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      boolean isWhole =
          Downloads.of(code).write(fixture.oid("main"), format, "tool/", out, CodeFixture.plenty());
      assertThat(isWhole).isTrue();
      return out.toByteArray();
    }
  }

  @Test
  void sizeOfAllFilesIsKnownBefore() throws IOException {
    fixture.git.commit("a", "x".repeat(10_000));
    fixture.git.commit("b/c", "x".repeat(5_000));
    try (CodeReader code = fixture.open()) {
      Downloads downloads = Downloads.of(code);
      assertThat(downloads.contentBytes(fixture.oid("main"), CodeFixture.plenty()))
          .hasValue(15_000);
      assertThat(downloads.contentBytes(fixture.oid("main"), CodeFixture.steps(14_000))).isEmpty();
    }
  }

  @Test
  void tooLargeOneEndsEarly() throws IOException {
    fixture.git.commit("large", "x".repeat(10_000));
    try (CodeReader code = fixture.open()) {
      ByteArrayOutputStream tar = new ByteArrayOutputStream();
      assertThat(
              Downloads.of(code)
                  .write(
                      fixture.oid("main"),
                      Downloads.Format.TAR,
                      "tool/",
                      tar,
                      CodeFixture.steps(5_000)))
          .isFalse();
      assertThat(tar.size()).isLessThan(5_000);
    }
  }
}
